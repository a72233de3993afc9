package org.campanile.web.account;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

import org.campanile.IdentityProvider;
import org.campanile.factor.Enrolments;
import org.campanile.session.SsoSession;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.web.home.OwnPages;
import org.campanile.web.page.DisplayText;
import org.campanile.web.page.Frame;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Responses;
import org.campanile.web.sso.PasswordChanges;
import org.campanile.web.sso.SignOnEntry;

/**
 * Shows a user's own page; what the user changes there is up to the
 * {@link AccountChangeController}.
 */
@Controller
@ConditionalOnBooleanProperty(name = AccountProperties.ENABLED, matchIfMissing = true)
class AccountController {

	static final String PATH = "/account";

	static final String PASSWORD = PATH + "/password";

	static final OwnPages.Page PAGE = new OwnPages.Page(PATH);

	/** The messages that the page shows after a change. */
	private static final Set<String> DONE = Set.of("added", "codes-made", "pin-set", "renamed", "removed", "signed-out",
			"signed-out-partly", "withdrawn", "gone", "unconfirmed", "unconfirmed-password");

	private final AccountAccess access;

	private final AccountOverview overview;

	private final AccountFactors factors;

	private final SignOnEntry entry;

	private final OwnPages ownPages;

	private final PasswordChanges passwordChanges;

	private final Pages pages;

	private final String contextPath;

	AccountController(AccountAccess access, AccountOverview overview, AccountFactors factors, SignOnEntry entry,
			OwnPages ownPages, PasswordChanges passwordChanges, Pages pages, IdentityProvider identityProvider) {
		this.access = access;
		this.overview = overview;
		this.factors = factors;
		this.entry = entry;
		this.ownPages = ownPages;
		this.passwordChanges = passwordChanges;
		this.pages = pages;
		this.contextPath = identityProvider.contextPath();
	}

	@GetMapping(PATH)
	void show(HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, ServiceGoneException, IOException {
		Optional<SsoSession> session = access.session(PAGE, request);
		if (session.isEmpty()) {
			entry.begin(ownPages.request(PAGE), request, response);
			return;
		}
		try (Enrolments.Reading reading = factors.reading()) {
			pages.show("account", request, response, null, frame -> overview(session.get(), request, frame));
		}
	}

	/**
	 * Sends a user who is signed in to the form that changes the password, whose address
	 * is valid for some minutes only; others to the account page.
	 */
	@GetMapping(PASSWORD)
	void changePassword(HttpServletRequest request, HttpServletResponse response) throws ServiceGoneException {
		Optional<SsoSession> session = access.session(PAGE, request);
		if (session.isEmpty()) {
			Responses.seeOther(response, contextPath + PATH);
			return;
		}
		Responses.seeOther(response, passwordChanges.url(ownPages.request(PAGE), session.get().key(), request, response)
			.orElse(contextPath + PATH));
	}

	private void overview(SsoSession session, HttpServletRequest request, Frame frame) {
		LanguageTexts texts = frame.texts();
		Optional<String> passwordUrl = passwordChanges.isOffered() ? Optional.of(contextPath + PASSWORD)
				: Optional.empty();
		String done = Objects.requireNonNullElse(request.getParameter("done"), "");
		frame.title(texts.text("account.title"))
			.put("user", texts.around("signed-in.text", "user", DisplayText.name(session.loginName())))
			.put("notice", DONE.contains(done) ? texts.text("account.done." + done) : null)
			.put("logoutUrl", contextPath + "/profile/Logout")
			.list("sections",
					overview.sections(session, passwordUrl, texts, contextPath + AccountChangeController.PATH));
	}

}
