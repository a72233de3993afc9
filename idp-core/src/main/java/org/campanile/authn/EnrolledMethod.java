package org.campanile.authn;

/** A method whose factor users enrol themselves. Thread-safe. */
public interface EnrolledMethod extends AuthenticationMethod, Enrollable {

	@Override
	FactorKind kind();

}
