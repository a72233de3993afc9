package org.campanile.web.sso;

import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;

/** The kinds of failed logins, by the names that audit lines and error pages show. */
public enum LoginFailure {

	BAD_CREDENTIALS, THROTTLED, PASSWORD_EXPIRED, PASSWORD_MUST_CHANGE, ACCOUNT_LOCKED, ACCOUNT_DISABLED,
	DIRECTORY_UNAVAILABLE, FACTOR_UNAVAILABLE, OTHER_USER, PASSWORD_CHANGE_UNCERTAIN;

	/** The code that the audit line and the error page show. */
	String code(String reference) {
		return name() + '-' + reference;
	}

	static LoginFailure of(Verdict.Rejected rejected) {
		return switch (rejected.reason()) {
			case BAD_CREDENTIALS -> BAD_CREDENTIALS;
			case PASSWORD_EXPIRED -> PASSWORD_EXPIRED;
			case PASSWORD_MUST_CHANGE -> PASSWORD_MUST_CHANGE;
			case ACCOUNT_LOCKED -> ACCOUNT_LOCKED;
			case ACCOUNT_DISABLED -> ACCOUNT_DISABLED;
		};
	}

	/** The method could not verify anything. */
	static LoginFailure unavailable(FactorKind kind) {
		return kind.equals(FactorKind.PASSWORD) ? DIRECTORY_UNAVAILABLE : FACTOR_UNAVAILABLE;
	}

}
