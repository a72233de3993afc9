package org.campanile.web.account;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Enrollable;
import org.campanile.authn.Enrollable.EnrolmentVerdict;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.consent.Consents;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.Problems;
import org.campanile.web.home.OwnPages;
import org.campanile.web.page.DisplayText;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Problem;
import org.campanile.web.page.Responses;
import org.campanile.web.security.BrowserBinding;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.sso.EnrolmentPage;
import org.campanile.web.sso.SignOnEntry;

/**
 * Shows the pages on which a user changes something: each is requested by a GET, which
 * signs the user in anew where that is needed, and performed by a POST, which leads back
 * to the user's own page.
 */
@Controller
@ConditionalOnBooleanProperty(name = AccountProperties.ENABLED, matchIfMissing = true)
class AccountChangeController {

	static final String PATH = "/account/change";

	static final OwnPages.Page PAGE = new OwnPages.Page(PATH);

	/** Says in the address when the user was sent to prove something. */
	private static final String ASKED = "asked";

	private static final int MAX_NAME = 60;

	private final AccountAccess access;

	private final AccountOverview overview;

	private final AccountFactors factors;

	private final OwnSessions sessions;

	private final Optional<Consents> consents;

	private final Freshness freshness;

	private final EnrolmentForms forms;

	private final AccountNotes notes;

	private final SignOnEntry entry;

	private final OwnPages ownPages;

	private final BrowserBinding browserBinding;

	private final ClientAddress clientAddress;

	private final Pages pages;

	private final Problems problems;

	private final InstantSource clock;

	private final String contextPath;

	AccountChangeController(AccountAccess access, AccountOverview overview, AccountFactors factors,
			OwnSessions sessions, Optional<Consents> consents, Freshness freshness, EnrolmentForms forms,
			AccountNotes notes, SignOnEntry entry, OwnPages ownPages, BrowserBinding browserBinding,
			ClientAddress clientAddress, Pages pages, Problems problems, InstantSource clock,
			IdentityProvider identityProvider) {
		this.access = access;
		this.overview = overview;
		this.factors = factors;
		this.sessions = sessions;
		this.consents = consents;
		this.freshness = freshness;
		this.forms = forms;
		this.notes = notes;
		this.entry = entry;
		this.ownPages = ownPages;
		this.browserBinding = browserBinding;
		this.clientAddress = clientAddress;
		this.pages = pages;
		this.problems = problems;
		this.clock = clock;
		this.contextPath = identityProvider.contextPath();
	}

	/** Shows the change that is about to be made. */
	@GetMapping(PATH)
	void ask(HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, ServiceGoneException, StoreUnavailableException, IOException {
		Optional<Change> change = Change.of(request);
		if (change.isEmpty()) {
			back("", response);
			return;
		}
		Optional<SsoSession> session = access.session(PAGE, request);
		if (session.isEmpty()) {
			entry.begin(ownPages.request(PAGE, change.get().query(), AuthnDemand.NONE), request, response);
			return;
		}
		try (Enrolments.Reading reading = factors.reading()) {
			Optional<AuthnDemand> missing = missing(change.get().kind(), session.get(), Duration.ZERO);
			if (missing.isEmpty()) {
				ask(change.get(), session.get(), request, response);
			}
			else if (wasAsked(request)) {
				boolean password = session.get()
					.factors()
					.stream()
					.anyMatch(factor -> factor.kind().equals(FactorKind.PASSWORD));
				back(password ? "unconfirmed" : "unconfirmed-password", response);
			}
			else {
				String asked = change.get().query() + '&' + ASKED + '=' + clock.instant().getEpochSecond();
				entry.begin(ownPages.request(PAGE, asked, missing.get()), request, response);
			}
		}
		catch (MethodUnavailableException ex) {
			down(ex, request, response);
		}
	}

	/**
	 * Whether the user has just been asked to sign in. If that did not help, asking once
	 * more would not either, and would continue endlessly. Once what was proven then is
	 * too old, the page is only being reloaded.
	 */
	private boolean wasAsked(HttpServletRequest request) {
		String asked = Objects.requireNonNullElse(request.getParameter(ASKED), "");
		if (!asked.matches("[0-9]{1,11}")) {
			return false;
		}
		Instant then = Instant.ofEpochSecond(Long.parseLong(asked));
		return then.isAfter(clock.instant().minus(Duration.ofMinutes(15))) && freshness.isRecent(then);
	}

	private Optional<AuthnDemand> missing(Change.Kind change, SsoSession session, Duration before)
			throws StoreUnavailableException, MethodUnavailableException {
		return freshness.missing(session, factors.bypass(session.principal()), change, before);
	}

	private void ask(Change change, SsoSession session, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, MethodUnavailableException, IOException {
		if (change.kind() != Change.Kind.ADD) {
			question(change, session, null, request, response);
			return;
		}
		AuthenticatedUser user = Freshness.user(session);
		Optional<Enrollable> method = factors.method(change.id(), user);
		if (method.isEmpty()) {
			back("gone", response);
			return;
		}
		Map<String, String> challenge = method.get().enrolmentChallenge(user);
		enrolment(change, user, method.get(), challenge, forms.seal(session, method.get().kind(), challenge), null,
				request, response);
	}

	/**
	 * Returns the name of the object to be changed, in a language; empty if it is gone.
	 */
	private Optional<Function<LanguageTexts, String>> subject(Change change, SsoSession session,
			Optional<Credential> credential) throws StoreUnavailableException {
		return switch (change.kind()) {
			case ADD -> Optional.empty();
			case RENAME, REMOVE -> credential.map(found -> texts -> AccountOverview.label(found, texts));
			case SIGN_OUT -> sessions.other(session, change.id())
				.map(other -> texts -> AccountOverview.device(other.origin(), texts));
			case WITHDRAW -> consents.isEmpty() ? Optional.empty()
					: consents.get()
						.find(session.principal(), change.id())
						.map(consent -> texts -> overview.name(change.id(), texts));
		};
	}

	/** Shows the page that asks for confirmation. */
	private void question(Change change, SsoSession session, @Nullable String errorKey, HttpServletRequest request,
			HttpServletResponse response) throws StoreUnavailableException, IOException {
		boolean renames = change.kind() == Change.Kind.RENAME;
		boolean removes = change.kind() == Change.Kind.REMOVE;
		Enrolment enrolment = renames || removes ? factors.of(session.principal())
				: Enrolment.none(session.principal());
		Optional<Credential> credential = enrolment.find(change.id());
		Optional<Function<LanguageTexts, String>> subject = subject(change, session, credential);
		if (subject.isEmpty()) {
			back("gone", response);
			return;
		}
		String key = "account-change." + change.kind().code();
		Map<String, String> hidden = hidden(change, browserBinding.browserId(request, response));
		boolean last = removes && AccountFactors.isLast(enrolment, change.id()) && !factors.mayBeElsewhere();
		String warning = !last ? null
				: RecoveryCodeMethod.left(enrolment) == 0 ? "account-change.last" : "account-change.last-but-codes";
		String consequence = consequence(change, credential);
		pages.show("account-change", request, response, self(change), frame -> {
			LanguageTexts texts = frame.texts();
			String name = subject.get().apply(texts);
			frame.heading(texts.text(key), errorKey == null ? null : texts.text(errorKey))
				.status(errorKey == null ? HttpServletResponse.SC_OK : HttpServletResponse.SC_BAD_REQUEST)
				.put("subject", name)
				.put("text", renames ? null : texts.textOr(consequence, texts.text(key + ".text")))
				.put("warning", warning == null ? null : texts.text(warning))
				.put("name", renames ? name : null)
				.put("button", texts.text(key + ".submit"))
				.put("action", contextPath + PATH)
				.put("cancelUrl", contextPath + AccountController.PATH)
				.hidden(hidden);
		});
	}

	/**
	 * Returns the key of the text that says what the change leads to. Only some kinds of
	 * credentials have a text of their own.
	 */
	private static String consequence(Change change, Optional<Credential> credential) {
		String kind = change.kind() != Change.Kind.REMOVE ? ""
				: credential.map(found -> found.kind().code() + '.').orElse("");
		return "account-change." + change.kind().code() + '.' + kind + "text";
	}

	private String self(Change change) {
		return contextPath + PATH + change.query();
	}

	private static Map<String, String> hidden(Change change, String browserId) {
		Map<String, String> hidden = new LinkedHashMap<>();
		hidden.put("_csrf", browserId);
		hidden.put(Change.DO, change.kind().code());
		hidden.put(Change.ID, change.id());
		return hidden;
	}

	/**
	 * Shows the page that adds a factor.
	 * @param form the sealed challenge, the same after an attempt with that challenge, so
	 * that its time goes on
	 */
	private void enrolment(Change change, AuthenticatedUser user, Enrollable method, Map<String, String> challenge,
			String form, @Nullable String errorKey, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Map<String, String> hidden = hidden(change, browserBinding.browserId(request, response));
		hidden.put(EnrolmentForms.FIELD, form);
		factors.page(method.kind())
			.show(new EnrolmentPage.Form(user, challenge, contextPath + PATH, hidden, errorKey, null,
					contextPath + AccountController.PATH, false, false), request, response);
	}

	/** Changes it. Spring Security has checked that the form is ours. */
	@PostMapping(PATH)
	void change(HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, ServiceGoneException, StoreUnavailableException, IOException {
		Optional<Change> change = Change.of(request);
		Optional<SsoSession> session = access.session(PAGE, request);
		if (change.isEmpty()) {
			back("", response);
			return;
		}
		try (Enrolments.Reading reading = factors.reading()) {
			// What was recent when a form that adds a factor was shown stays so while the
			// form is valid.
			Duration before = change.get().kind() == Change.Kind.ADD ? EnrolmentForms.LIFETIME : Duration.ZERO;
			if (session.isEmpty() || missing(change.get().kind(), session.get(), before).isPresent()) {
				// The page of the question signs the user in and asks again.
				Responses.seeOther(response, self(change.get()));
				return;
			}
			change(change.get(), session.get(), request, response);
		}
		catch (MethodUnavailableException ex) {
			down(ex, request, response);
		}
	}

	private void change(Change change, SsoSession session, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, MethodUnavailableException, IOException {
		String principal = session.principal();
		switch (change.kind()) {
			case ADD -> add(change, session, request, response);
			case RENAME -> {
				String name = Objects.requireNonNullElse(request.getParameter("name"), "").strip();
				if (name.isEmpty() || name.codePointCount(0, name.length()) > MAX_NAME) {
					question(change, session, "account-change.bad-name", request, response);
					return;
				}
				Optional<Credential> renamed = factors.rename(principal, change.id(), DisplayText.name(name));
				renamed.ifPresent(credential -> notes.renamed(session, credential, request));
				back(renamed.isPresent() ? "renamed" : "gone", response);
			}
			case REMOVE -> {
				Optional<Credential> removed = factors.remove(principal, change.id());
				removed.ifPresent(credential -> notes.removed(session, credential, request));
				back(removed.isPresent() ? "removed" : "gone", response);
			}
			case SIGN_OUT -> {
				Optional<SsoSession> other = sessions.other(session, change.id());
				Optional<Boolean> complete = other.isEmpty() ? Optional.empty() : sessions.end(other.get(), request);
				back(complete.map(all -> all ? "signed-out" : "signed-out-partly").orElse("gone"), response);
			}
			case WITHDRAW -> {
				boolean withdrawn = consents.isPresent() && consents.get().revoke(principal, change.id());
				if (withdrawn) {
					notes.withdrawn(session, change.id(), request);
				}
				back(withdrawn ? "withdrawn" : "gone", response);
			}
		}
	}

	private void add(Change change, SsoSession session, HttpServletRequest request, HttpServletResponse response)
			throws MethodUnavailableException, IOException {
		AuthenticatedUser user = Freshness.user(session);
		Optional<Enrollable> method = factors.method(change.id(), user);
		if (method.isEmpty()) {
			back("gone", response);
			return;
		}
		String form = Objects.requireNonNullElse(request.getParameter(EnrolmentForms.FIELD), "");
		Optional<Map<String, String>> challenge = forms.open(form, session, method.get().kind());
		if (challenge.isEmpty()) {
			// The form is too old, or belongs to another session.
			Responses.seeOther(response, self(change));
			return;
		}
		Map<String, String> fields = new HashMap<>();
		request.getParameterMap().forEach((name, values) -> fields.put(name, values[0]));
		Submission submission = new Submission(user.loginName(), fields, challenge.get(),
				new LoginOrigin(clientAddress.of(request)));
		switch (method.get().enrol(user, submission)) {
			case EnrolmentVerdict.Enrolled(String id, String name, var proven, boolean added) -> {
				if (added) {
					notes.added(session, method.get().kind(), id, request);
				}
				back(done(method.get().kind()), response);
			}
			case EnrolmentVerdict.Rejected(String messageKey, String detail, boolean anew) -> {
				notes.rejected(session, method.get().kind(), detail, request);
				Map<String, String> next = anew ? method.get().enrolmentChallenge(user) : challenge.get();
				enrolment(change, user, method.get(), next,
						anew ? forms.seal(session, method.get().kind(), next) : form, messageKey, request, response);
			}
		}
	}

	/** Returns the message of the account page about what was enrolled. */
	private static String done(FactorKind kind) {
		return kind.equals(FactorKind.PIN) ? "pin-set" : kind.equals(RecoveryCodeMethod.KIND) ? "codes-made" : "added";
	}

	private void down(MethodUnavailableException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		problems.refuse(Problem.FACTOR_DOWN,
				new Problems.Incident("FACTOR_UNAVAILABLE", String.valueOf(ex.getMessage()), null), null, request,
				response);
	}

	private void back(String done, HttpServletResponse response) {
		Responses.seeOther(response, contextPath + AccountController.PATH + (done.isEmpty() ? "" : "?done=" + done));
	}

}
