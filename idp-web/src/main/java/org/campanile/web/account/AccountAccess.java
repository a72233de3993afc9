package org.campanile.web.account;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

import org.campanile.session.SsoSession;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnService;
import org.campanile.web.home.OwnPages;
import org.campanile.web.sso.SignOnEntry;

/** Decides whether a browser's session may see the pages of the account. Thread-safe. */
final class AccountAccess {

	private final SignOnEntry entry;

	private final SignOnService signOnService;

	private final OwnPages ownPages;

	AccountAccess(SignOnEntry entry, SignOnService signOnService, OwnPages ownPages) {
		this.entry = entry;
		this.signOnService = signOnService;
		this.ownPages = ownPages;
	}

	/**
	 * Returns the session, if the directory still knows the user and the access rules
	 * permit the page: the login may have been refused elsewhere, for example because of
	 * a missing factor, which must not be added here then. The sign-on that follows says
	 * why.
	 */
	Optional<SsoSession> session(OwnPages.Page page, HttpServletRequest request) throws ServiceGoneException {
		Optional<SsoSession> session = entry.session(request).flatMap(signOnService::current);
		return session.isPresent() && signOnService.permits(ownPages.request(page), session.get()) ? session
				: Optional.empty();
	}

}
