package org.campanile.web.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.protocol.Answer;

/**
 * Renders every page a user sees, completely: status, headers, body. Used by controllers,
 * filters and error handlers. Untrusted text is escaped here. Thread-safe.
 * <p>
 * Each method throws {@link IOException} if the browser closed the connection, and does
 * nothing if the response was already sent.
 */
public final class Pages {

	/** The header {@code Permissions-Policy} of every page. */
	public static final String PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=()";

	private static final Logger logger = LoggerFactory.getLogger(Pages.class);

	private final Supplier<Branding> branding;

	private final AtomicBoolean missingAddress = new AtomicBoolean();

	private final PageOutput output;

	private final PageFrames frames;

	private final PreparedForms forms;

	private final @Nullable LoginAside aside;

	/**
	 * @param branding the current branding; the same object until it changes
	 * @param home the folder of the overrides; its subfolders need not exist
	 * @param identityProvider provides the address of the logo, and whether cookies are
	 * secure
	 * @param aside shown beside the login form; null for nothing
	 */
	public Pages(Supplier<Branding> branding, HomeFolder home, IdentityProvider identityProvider, InstantSource time,
			@Nullable LoginAside aside) {
		this.aside = aside;
		this.branding = branding;
		this.output = new PageOutput(identityProvider.secure());
		this.frames = new PageFrames(branding, home, identityProvider, time);
		this.forms = new PreparedForms(time);
	}

	/** The language that pages answering this request are in. */
	public Locale locale(HttpServletRequest request) {
		return frames.languages().choose(request);
	}

	/**
	 * The language of pages that answer a request that is not parsed.
	 * @param target the request's target, with its query
	 * @param cookies its header {@code Cookie}; empty without it
	 * @param preferred the languages that the browser prefers, the first most
	 * @return empty if the user may have chosen a language, which takes parsing to know
	 */
	public Optional<Locale> locale(String target, String cookies, List<Locale> preferred) {
		return frames.languages().choose(target, cookies, preferred);
	}

	/**
	 * Returns texts for uses other than a page, such as a mail.
	 * @param locale of {@link #locale}; null for the default language
	 */
	public LanguageTexts texts(@Nullable Locale locale) {
		return frames.theme().texts(locale == null ? branding.get().defaultLanguage() : locale);
	}

	/** Shows the login form. */
	public void login(LoginPage page, HttpServletRequest request, HttpServletResponse response) throws IOException {
		String self = page.selfUrl() == null ? Languages.addressOf(request) : page.selfUrl();
		String query = self == null ? null : Languages.query(self);
		remember(request, response);
		Theme theme = frames.theme();
		Locale locale = frames.languages().choose(request);
		PreparedPage form = null;
		if (LoginFrames.isForEverybody(page) && (self == null || query != null)) {
			PreparedForms.Key key = new PreparedForms.Key(
					theme, locale, page.service(), new LoginFrames.Kind(page.message(), page.sharedComputerOffered(),
							page.sharedComputer(), query != null),
					page.action(), page.allFields().stream().map(HiddenField::name).toList());
			form = forms
				.get(key,
						(hidden, marker) -> form(page, hidden,
								frames.loginFrame(theme, locale, query == null ? null : '?' + marker)))
				.map(prepared -> prepared.filled(page.allFields().stream().map(HiddenField::value).toList(),
						query == null ? "" : query))
				.orElse(null);
		}
		Responses.retryAfter(response, page.message().isError() ? page.retryAfter() : null);
		output.write(form == null ? form(page, page.allFields(), frames.loginFrame(theme, locale, self)) : form,
				response);
	}

	private PreparedPage form(LoginPage page, List<HiddenField> hidden, Frame frame) {
		LoginFrames.form(page, hidden, frame);
		frame.put("forgottenPasswordUrl", branding.get().forgottenPasswordUrl()).mayRun(LoginScript.HASH);
		if (!page.passkeyFields().isEmpty()) {
			frame.put("passkeyScript", PasskeyScript.TEXT).mayRun(PasskeyScript.HASH);
		}
		if (aside != null) {
			frame.put("aside", aside.html(frame.texts().locale()))
				.put("asideScript", aside.script())
				.mayRun(ContentSecurityPolicy.hash(aside.script()));
		}
		return prepare(frame.status(page.message().status()), "login");
	}

	/** Shows the problem and its remedy. */
	public void problem(ProblemPage page, HttpServletRequest request, HttpServletResponse response) throws IOException {
		problem(page, page.problem().status(), request, response);
	}

	/** Shows the page like {@link #problem}, with another HTTP status. */
	public void problem(ProblemPage page, int status, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Responses.retryAfter(response, page.retryAfter());
		if (page.again() != null && page.retryAfter() != null) {
			response.setHeader("Refresh", page.retryAfter().toSeconds() + "; url=" + page.again().url());
		}
		show("problem", request, response, page.selfUrl(), frame -> describe(page, frame.status(status)));
	}

	private Frame describe(ProblemPage page, Frame frame) {
		ProblemFrames.describe(page, this::changePasswordUrl, branding.get().helpUrl(), frame);
		return frame.mayRun(ProblemFrames.LOCAL_TIME_HASH).formTargets("'none'");
	}

	/**
	 * Renders an error page in advance, for many requests.
	 * @param locale of {@link #locale}
	 */
	public PreparedProblem prepare(ProblemPage page, Locale locale) {
		Theme theme = frames.theme();
		PreparedPage complete = prepare(page, frames.frame(theme, locale, page.selfUrl()));
		return new PreparedProblem(complete, page.selfUrl() != null ? null
				: PreparedForms
					.prepare(List.of(), (hidden, marker) -> prepare(page, frames.frame(theme, locale, '?' + marker)))
					.orElse(null));
	}

	private PreparedPage prepare(ProblemPage page, Frame frame) {
		return prepare(describe(page, frame.status(page.problem().status())), "problem");
	}

	/** Sends a page that was rendered in advance. */
	public void send(PreparedProblem page, @Nullable Duration retryAfter, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		remember(request, response);
		String self = Languages.addressOf(request);
		PreparedForm form = page.withQuery();
		Responses.retryAfter(response, retryAfter);
		output.write(form == null || self == null ? page.page()
				: form.filled(List.of(), Objects.requireNonNullElse(Languages.query(self), "")), response);
	}

	/**
	 * Returns a page that was rendered in advance as a whole HTTP/1.1 response, after
	 * which the connection is closed.
	 * @param more further headers, by name
	 */
	public byte[] response(PreparedProblem problem, Map<String, String> more) {
		return output.response(problem.page(), more);
	}

	/**
	 * Reports a missing setting only now, as no earlier check could find out whether
	 * passwords expire.
	 */
	private @Nullable String changePasswordUrl() {
		String url = branding.get().changePasswordUrl();
		if (url == null && missingAddress.compareAndSet(false, true)) {
			logger.warn("campanile.branding.change-password-url: missing, and the directory lets passwords expire, "
					+ "so users do not see where to change theirs; set the address");
		}
		return url;
	}

	/**
	 * Shows a page of its own template.
	 * @param template its file in this package and in the home's {@code views}, without
	 * {@code .html}; a model for it is among the samples
	 * @param selfUrl where a GET shows this page again, for the language links; null for
	 * the address of a GET, and for none on a page that answers a POST
	 * @param content fills the model
	 */
	public void show(String template, HttpServletRequest request, HttpServletResponse response,
			@Nullable String selfUrl, Consumer<Frame> content) throws IOException {
		Frame frame = open(request, response, selfUrl == null ? Languages.addressOf(request) : selfUrl);
		content.accept(frame);
		PageOutput host = Responses.isSentByOtherHost(request) ? new PageOutput(false) : output;
		host.write(prepare(frame, template), response);
	}

	/** Shows the form on which users choose a new password. */
	public void passwordChange(PasswordChangePage page, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Responses.retryAfter(response, page.retryAfter());
		show("password-change", request, response, page.selfUrl(), frame -> PasswordChangeFrames.form(page, frame));
	}

	/** Warns of a password that will soon expire. */
	public void passwordWarning(PasswordWarningPage page, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		show("password-warning", request, response, page.selfUrl(),
				frame -> PasswordWarningFrames.warning(page, this::changePasswordUrl, frame));
	}

	/**
	 * Sends the browser to the service with a form.
	 * @throws IllegalArgumentException if the destination is not an http or https URL
	 */
	public void redirect(RedirectPage page, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Map<String, String> fields = page.message().fields();
		remember(request, response);
		Theme theme = frames.theme();
		Locale locale = frames.languages().choose(request);
		PreparedForms.Key key = new PreparedForms.Key(theme, locale, page.service(), page.purpose(),
				page.message().url(), List.copyOf(fields.keySet()));
		output.write(forms.get(key, (hidden, marker) -> form(page, hidden, frames.frame(theme, locale, null)))
			.map(prepared -> prepared.filled(fields.values(), ""))
			.orElseGet(() -> form(page, HiddenField.of(fields), frames.frame(theme, locale, null))), response);
	}

	private static PreparedPage form(RedirectPage page, List<HiddenField> hidden, Frame frame) {
		RedirectFrames.form(page, hidden, frame);
		return prepare(frame, "redirect");
	}

	/**
	 * Shows a user who is signed in, with a button to sign out.
	 * @param user the username, as typed
	 * @param logout where a GET begins a logout, on this server
	 */
	public void signedIn(String user, String logout, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		show("notice", request, response, null, frame -> {
			LanguageTexts texts = frame.texts();
			frame.heading(texts.text("signed-in.heading"), null)
				.put("notice", texts.around("signed-in.text", "user", DisplayText.name(user)))
				.put("method", "get")
				.put("action", logout)
				.put("button", new Phrase(texts.text("logout-question.submit"), "", ""));
		});
	}

	/**
	 * Asks a user who wants a notice before being signed in to another service.
	 * @param action where the form is posted, on this server
	 * @param hiddenFields the form's hidden fields, in order
	 */
	public void warned(ServiceView service, String action, Map<String, String> hiddenFields, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		show("notice", request, response, null, frame -> {
			LanguageTexts texts = frame.texts();
			String name = DisplayText.name(service.name());
			frame.heading(texts.text("warned.heading"), null)
				.service(service)
				.put("notice", texts.around("warned.text", "service", name))
				.put("method", "post")
				.put("action", action)
				.hidden(hiddenFields)
				.put("button", texts.around("redirect.continue", "service", name));
		});
	}

	/**
	 * Asks for confirmation of a logout that another site linked to.
	 * @param action where the answer is posted, on this server
	 * @param hiddenFields the form's hidden fields, in order
	 */
	public void logoutQuestion(String action, Map<String, String> hiddenFields, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		show("logout-question", request, response, null,
				frame -> frame.title(frame.texts().text("logout-question.heading"))
					.put("action", action)
					.hidden(hiddenFields));
	}

	/** Shows the result of a logout. */
	public void loggedOut(LoggedOutPage page, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		// When the request is repeated, the session no longer exists, so the result could
		// not be shown again.
		Frame frame = open(request, response,
				page.again() == null ? null : Objects.requireNonNullElse(Languages.addressOf(request), page.again()));
		LogoutFrames.result(page, frame);
		frame.formTargets(page.back() != null && page.back().answer() instanceof Answer.Post post
				? frame.carrying(post.url()) : "'none'");
		output.write(prepare(frame, "logged-out"), response);
	}

	/** Shows the progress of logout requests to services, each in a frame. */
	public void logoutProgress(LogoutProgressPage page, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		// A language link loads the page again; requests are repeated only to services
		// that have not answered.
		show("logout-progress", request, response, null,
				frame -> LogoutFrames.progress(page, frame.mayRun(LogoutFrames.WATCH_HASH).formTargets("'none'")));
	}

	/**
	 * Shows the content of a frame of {@link #logoutProgress}.
	 * @throws IllegalArgumentException if the target is not an http or https URL
	 */
	public void logoutStep(LogoutStepPage page, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Frame frame = open(request, response, null);
		LogoutFrames.step(page, frame);
		switch (page) {
			case LogoutStepPage.Leads leads -> frame.mayRun(LogoutFrames.LEAD_HASH).formTargets("'none'");
			// The service answers the form with a redirect back to this server.
			case LogoutStepPage.Carries(String name, Answer.Post message) ->
				frame.mayRun(RedirectFrames.AUTO_SUBMIT_HASH).formTargets(WebAddress.origin(message.url()) + " 'self'");
			case LogoutStepPage.Known known -> frame.formTargets("'none'");
		}
		output.write(prepare(frame, "logout-step"), response);
	}

	/**
	 * Renders every page with the overrides of the home folder, and returns the faults:
	 * one line each with file, line and reason.
	 */
	public List<String> faults() {
		return frames.faults();
	}

	/** The number of cached forms. */
	long prepared() {
		return forms.prepared();
	}

	/** The institution's logo, if it is a file in the home folder. */
	@Nullable LogoFile logo() {
		return frames.theme().logo();
	}

	private void remember(HttpServletRequest request, HttpServletResponse response) {
		if (!response.isCommitted()) {
			frames.languages().remember(request, response);
		}
	}

	private Frame open(HttpServletRequest request, HttpServletResponse response, @Nullable String self) {
		remember(request, response);
		Locale locale = frames.languages().choose(request);
		return Responses.isSentByOtherHost(request) ? frames.otherHostFrame(frames.theme(), locale)
				: frames.frame(frames.theme(), locale, self);
	}

	private static PreparedPage prepare(Frame frame, String template) {
		byte[] body = frame.render(template, Themes::report).getBytes(StandardCharsets.UTF_8);
		return new PreparedPage(frame.status(), frame.language(), frame.policy(), frame.isEmbeddable(), body);
	}

	/**
	 * An error page that was rendered in advance, for situations of overload. The same
	 * for all users of its language, except for the URL in its language links.
	 *
	 * @param page complete, for a request without a query
	 * @param withQuery to be completed with the query of a request; null if the page is
	 * complete
	 */
	public record PreparedProblem(PreparedPage page, @Nullable PreparedForm withQuery) {
	}

}
