package org.campanile.fake.factor;

import java.util.Map;

import org.campanile.authn.AuthenticationMethod;
import org.campanile.testkit.authn.AuthenticationMethodContract;

class FakeFactorTests extends AuthenticationMethodContract {

	private final FakeFactor factor = new FakeFactor();

	@Override
	protected AuthenticationMethod method() {
		return this.factor;
	}

	@Override
	protected Map<String, String> right(Map<String, String> challenge) {
		return Map.of("number", String.valueOf(Integer.parseInt(challenge.getOrDefault("number", "0")) + 1));
	}

	@Override
	protected void stop() {
		this.factor.setDown(true);
	}

}
