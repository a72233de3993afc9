package org.campanile.web.security;

import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.CredentialsExpiredException;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.core.AuthenticationException;

/** The kinds of failed logins, by the names that audit lines and error pages show. */
public enum LoginFailure {

	BAD_CREDENTIALS, THROTTLED, PASSWORD_EXPIRED, PASSWORD_MUST_CHANGE, ACCOUNT_LOCKED, ACCOUNT_DISABLED,
	DIRECTORY_UNAVAILABLE;

	/** The code that the audit line and the error page show. */
	public String code(String reference) {
		return name() + '-' + reference;
	}

	public static LoginFailure of(AuthenticationException ex) {
		return switch (ex) {
			case ThrottledException throttled -> THROTTLED;
			case PasswordMustChangeException mustChange -> PASSWORD_MUST_CHANGE;
			case CredentialsExpiredException expired -> PASSWORD_EXPIRED;
			case LockedException locked -> ACCOUNT_LOCKED;
			case DisabledException disabled -> ACCOUNT_DISABLED;
			case AuthenticationServiceException down -> DIRECTORY_UNAVAILABLE;
			default -> BAD_CREDENTIALS;
		};
	}

}
