package org.campanile.web.security;

import java.util.List;

import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.CredentialsExpiredException;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

import org.campanile.authn.AuthenticationOutcome;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordAuthenticator;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;

/**
 * Spring Security's view of our {@link PasswordAuthenticator}: outcomes become its
 * exceptions, and the authenticated principal is an
 * {@link org.campanile.authn.AuthenticatedUser}. Thread-safe.
 */
class DirectoryAuthenticationProvider implements AuthenticationProvider {

	private final PasswordAuthenticator authenticator;

	private final StageTimers timers;

	DirectoryAuthenticationProvider(PasswordAuthenticator authenticator, StageTimers timers) {
		this.authenticator = authenticator;
		this.timers = timers;
	}

	@Override
	public Authentication authenticate(Authentication authentication) throws AuthenticationException {
		String password = authentication.getCredentials() instanceof String text ? text : "";
		LoginOrigin origin = authentication.getDetails() instanceof LoginDetails details ? details.origin()
				: new LoginOrigin("");
		try {
			AuthenticationOutcome outcome = timers.time(Stage.AUTHENTICATE,
					() -> authenticator.authenticate(authentication.getName(), password, origin));
			return switch (outcome) {
				case AuthenticationOutcome.Authenticated(var user) -> {
					UsernamePasswordAuthenticationToken token = UsernamePasswordAuthenticationToken.authenticated(user,
							null, List.of());
					token.setDetails(authentication.getDetails());
					yield token;
				}
				case AuthenticationOutcome.Rejected(var reason, var detail) -> throw rejection(reason, detail);
				case AuthenticationOutcome.Throttled(var retryAfter) -> throw new ThrottledException(retryAfter);
			};
		}
		catch (DirectoryUnavailableException ex) {
			throw new AuthenticationServiceException(String.valueOf(ex.getMessage()), ex);
		}
	}

	private static AuthenticationException rejection(AuthenticationOutcome.Reason reason, String detail) {
		return switch (reason) {
			case BAD_CREDENTIALS -> new BadCredentialsException(detail);
			case PASSWORD_EXPIRED -> new CredentialsExpiredException(detail);
			case PASSWORD_MUST_CHANGE -> new PasswordMustChangeException(detail);
			case ACCOUNT_LOCKED -> new LockedException(detail);
			case ACCOUNT_DISABLED -> new DisabledException(detail);
		};
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
	}

}
