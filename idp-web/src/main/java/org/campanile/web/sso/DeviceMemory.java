package org.campanile.web.sso;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.factor.Credential;

/**
 * Remembers devices at which a user who has proven a further factor need not prove one
 * each time; a bean if that is offered. Thread-safe.
 */
public interface DeviceMemory {

	/** The field of a factor's form with which the user asks to remember the browser. */
	String FIELD = "trust_device";

	/** Returns the number of days that the pages show. */
	int days();

	/**
	 * Remembers the browser of the request for a user. That this fails must not keep the
	 * user from signing in, so it is logged and no more.
	 * @return the device as it is enrolled; empty if it could not be remembered
	 */
	Optional<Credential> remember(AuthenticatedUser user, HttpServletRequest request, HttpServletResponse response);

}
