package org.campanile.web.security;

import org.springframework.security.authentication.CredentialsExpiredException;

/** The password is right but must be changed before it is accepted. */
public class PasswordMustChangeException extends CredentialsExpiredException {

	private static final long serialVersionUID = 1L;

	public PasswordMustChangeException(String message) {
		super(message);
	}

}
