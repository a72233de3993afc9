package org.campanile.web.security;

import java.time.Duration;

import org.springframework.security.core.AuthenticationException;

/** Too many tries; the directory was not asked. */
public class ThrottledException extends AuthenticationException {

	private static final long serialVersionUID = 1L;

	private final Duration retryAfter;

	public ThrottledException(Duration retryAfter) {
		super("too many tries");
		this.retryAfter = retryAfter;
	}

	public Duration retryAfter() {
		return retryAfter;
	}

}
