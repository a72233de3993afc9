package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.util.HtmlUtils;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.authn.PasswordWarning;
import org.campanile.protocol.Answer;

/** Pages in a folder, with a clock that tests can set, and samples of every page. */
final class PagesFixture {

	/** Breaks out of attributes and elements in which it is not escaped. */
	static final String HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;";

	static final ServiceView MOODLE = new ServiceView("Moodle", null, "https://moodle.example.edu/");

	static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

	static final Branding BRANDING = new Branding("Example University", null, AccentColor.parse("#1d5c87"),
			"https://www.example.edu/help", "https://www.example.edu/privacy", "https://www.example.edu/imprint",
			"https://id.example.edu/forgotten", "https://id.example.edu/change",
			List.of(Locale.ENGLISH, Locale.GERMAN, Locale.FRENCH), Locale.ENGLISH, "campanile_lang", List.of("https:"));

	static final IdentityProvider IDP = new IdentityProvider("https://login.example.edu/idp/shibboleth",
			"https://login.example.edu/idp", List.of("example.edu"));

	/** Returns a branding without URLs, logo or choice of language. */
	static Branding bare() {
		return new Branding("Example University", null, BRANDING.accent(), null, null, null, null, null,
				List.of(Locale.ENGLISH), Locale.ENGLISH, "campanile_lang", List.of("https:"));
	}

	final HomeFolder home;

	private Instant now = NOON;

	final Pages pages;

	PagesFixture(Path folder) {
		this(folder, BRANDING, IDP);
	}

	PagesFixture(Path folder, Branding branding, IdentityProvider identityProvider) {
		this(folder, branding, identityProvider, null);
	}

	PagesFixture(Path folder, Branding branding, IdentityProvider identityProvider, @Nullable LoginAside aside) {
		this.home = new HomeFolder(folder);
		InstantSource time = () -> now;
		this.pages = new Pages(() -> branding, home, identityProvider, time, aside);
	}

	void later(Duration duration) {
		now = now.plus(duration);
	}

	void write(Path file, String text) throws IOException {
		Files.createDirectories(file.getParent());
		Files.writeString(file, text);
	}

	/** Renders a page as the response to a request. */
	interface Show {

		void on(Pages pages, HttpServletRequest request, HttpServletResponse response) throws IOException;

	}

	MockHttpServletResponse show(Show page) throws IOException {
		return show(page, get(null));
	}

	MockHttpServletResponse show(Show page, MockHttpServletRequest request) throws IOException {
		MockHttpServletResponse response = new MockHttpServletResponse();
		page.on(pages, request, response);
		response.setCharacterEncoding("UTF-8");
		return response;
	}

	static MockHttpServletRequest get(@Nullable String query) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/idp/login");
		request.setQueryString(query);
		return request;
	}

	static Show login(LoginPage page) {
		return (pages, request, response) -> pages.login(page, request, response);
	}

	static LoginPage loginPage(LoginMessage message) {
		return loginPage(MOODLE, message);
	}

	static LoginPage loginPage(ServiceView service, LoginMessage message) {
		boolean tried = message == LoginMessage.BAD_CREDENTIALS || message == LoginMessage.THROTTLED;
		boolean fixed = message == LoginMessage.FORCED || message == LoginMessage.STRONGER_AUTHENTICATION;
		return new LoginPage(service, "/idp/login", hidden(), tried || fixed ? "alice" : "", fixed, message,
				message == LoginMessage.THROTTLED ? Duration.ofSeconds(290) : null, true, false, null, Map.of());
	}

	static Map<String, String> hidden() {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("_csrf", "kJ2l_token");
		fields.put("execution", "sealed.flow");
		return fields;
	}

	static Show problem(Problem problem, @Nullable ServiceView service) {
		return (pages, request, response) -> pages
			.problem(new ProblemPage(problem, "REQUEST_EXPIRED", service, NOON, null), request, response);
	}

	static Show redirect(ServiceView service, String destination, Map<String, String> fields) {
		return (pages, request, response) -> pages
			.redirect(new RedirectPage(service, new Answer.Post(destination, fields)), request, response);
	}

	private static Show account(ServiceView service) {
		Section.Action rename = new Section.Action("/idp/account/change?do=rename", "Rename", "Rename: My phone");
		Section.Action remove = new Section.Action("/idp/account/change?do=remove", "Remove", "Remove: My phone");
		Section.Action add = new Section.Action("/idp/account/change?do=add", "Add: Passkey", "Add: Passkey");
		return (pages, request, response) -> pages.show("account", request, response, null,
				frame -> frame.title("Your account")
					.put("user", new Phrase("You are signed in as ", "alice", "."))
					.put("notice", "The name has been changed.")
					.put("logoutUrl", "/idp/profile/Logout")
					.list("sections", List.of(
							Section.of("factors", "Second step", null,
									List.of(new Section.Item(DisplayText.name(service.name()),
											List.of("Passkey", "Added on 20 Nov 2026"), List.of(rename, remove))),
									List.of(add)),
							Section.of("history", "Recent sign-ins", "If you don’t recognise one, tell the help desk.",
									List.of(), List.of()))));
	}

	private static Show accountChange(@Nullable String warning, @Nullable String error) {
		return (pages, request, response) -> pages.show("account-change", request, response, "/idp/account/change",
				frame -> frame.title("Remove?")
					.put("heading", "Remove?")
					.put("subject", "My phone")
					.put("text", "You can’t sign in with it any more.")
					.put("warning", warning)
					.put("error", error)
					.put("name", error == null ? null : "My phone")
					.put("button", "Remove")
					.put("action", "/idp/account/change")
					.put("cancelUrl", "/idp/account")
					.hidden(hidden()));
	}

	static Show page(String name, ServiceView service) {
		Show show = all(service).get(name);
		return show == null ? Objects.requireNonNull(steps(service).get(name), name) : show;
	}

	/** Returns all pages, in all variants that look different. */
	static Map<String, Show> all(ServiceView service) {
		Map<String, Show> all = new LinkedHashMap<>();
		for (LoginMessage message : LoginMessage.values()) {
			all.put("login-" + message.name().toLowerCase(Locale.ROOT), login(loginPage(service, message)));
		}
		for (Problem problem : Problem.values()) {
			all.put("problem-" + problem.name().toLowerCase(Locale.ROOT), problem(problem, service));
		}
		all.put("problem-without-service", problem(Problem.LOGIN_EXPIRED, null));
		all.put("problem-denied", (pages, request, response) -> pages.problem(
				new ProblemPage(Problem.NOT_ALLOWED, "ACCESS_DENIED-7KD3QF", service, NOON, null)
					.with(new ProblemPage.Denial("Only the library’s staff can open this.", "library@example.edu")),
				request, response));
		all.put("password-warning",
				(pages, request,
						response) -> pages.passwordWarning(new PasswordWarningPage(service,
								new PasswordWarning(Optional.of(Duration.ofDays(3)), Optional.empty()), "/idp/login",
								hidden(), null, "/idp/login?flow=a"), request, response));
		for (PasswordChangePage.Message message : List.of(PasswordChangePage.Message.NONE,
				PasswordChangePage.Message.PASSWORD_TOO_SHORT)) {
			all.put("password-change-" + message, (pages, request, response) -> pages.passwordChange(
					new PasswordChangePage(service, PasswordChangePage.Cause.EXPIRED, "alice", "/idp/login/password",
							hidden(), message, null, "/idp/login?flow=a", "/idp/login/password?flow=a"),
					request, response));
		}
		all.put("redirect", redirect(service, "https://moodle.example.edu/Shibboleth.sso/SAML2/POST",
				Map.of("SAMLResponse", "PHNhbWw+")));
		all.put("signed-in",
				(pages, request, response) -> pages.signedIn("alice", "/idp/profile/Logout", request, response));
		all.put("account", account(service));
		all.put("account-change", accountChange(null, null));
		all.put("account-change-last", accountChange("This is the last one.", null));
		all.put("account-change-name", accountChange(null, "Please give a name of at most 60 characters."));
		all.put("front", (pages, request, response) -> pages.show("front", request, response, null,
				frame -> frame.title("Sign-in service").put("accountUrl", "/idp/account")));
		all.put("warned",
				(pages, request, response) -> pages.warned(service.redirectedTo("https://moodle.example.edu/"),
						"/idp/cas/login", hidden(), request, response));
		all.put("logout-question",
				(pages, request, response) -> pages.logoutQuestion("/idp/logout/confirm", hidden(), request, response));
		all.put("logged-out", (pages, request, response) -> pages
			.loggedOut(new LoggedOutPage(
					List.of(new LoggedOutService(service.name(), LoggedOutService.State.ENDED, null),
							new LoggedOutService("Library", LoggedOutService.State.NO_ANSWER, "/idp/logout/again?n=1"),
							new LoggedOutService(service.name(), LoggedOutService.State.REFUSED,
									"/idp/logout/again?n=2"),
							new LoggedOutService("wiki.example.edu", LoggedOutService.State.CANNOT_BE_ASKED, null)),
					true, null, null, null), request, response));
		all.put("logged-out-alone", (pages, request, response) -> pages
			.loggedOut(new LoggedOutPage(List.of(), false, null, null, "/idp/profile/Logout"), request, response));
		all.put("logged-out-well",
				(pages, request,
						response) -> pages.loggedOut(new LoggedOutPage(
								List.of(new LoggedOutService(service.name(), LoggedOutService.State.ENDED, null)),
								false, null, null, null), request, response));
		all.put("logged-out-partly",
				(pages, request,
						response) -> pages.loggedOut(new LoggedOutPage(
								List.of(new LoggedOutService("Library", LoggedOutService.State.NO_ANSWER, null)), true,
								new LoggedOutPage.Back(service.name(),
										new Answer.Redirect("https://moodle.example.edu/slo?SAMLResponse=x")),
								"STORE_UNAVAILABLE-7KD3QF", "/idp/profile/Logout"), request, response));
		all.put("logout-progress", progress(service, true));
		all.put("logout-progress-by-itself", progress(service, false));
		all.put("logout-request",
				(pages, request, response) -> pages.redirect(
						new RedirectPage(service,
								new Answer.Post("https://moodle.example.edu/Shibboleth.sso/SLO/POST",
										Map.of("SAMLRequest", "PHNhbWw+")),
								RedirectPage.Purpose.LOGOUT),
						request, response));
		all.put("logout-response",
				(pages, request, response) -> pages.redirect(
						new RedirectPage(service,
								new Answer.Post("https://moodle.example.edu/Shibboleth.sso/SLO/POST",
										Map.of("SAMLResponse", "PHNhbWw+")),
								RedirectPage.Purpose.LOGGED_OUT),
						request, response));
		return all;
	}

	static Show progress(ServiceView service, boolean waits) {
		return (pages, request, response) -> pages.logoutProgress(new LogoutProgressPage(List.of(
				new LoggedOutService("Library", LoggedOutService.State.ENDED, null, List.of()),
				new LoggedOutService(service.name(), LoggedOutService.State.WAITING, "/idp/page/step-leads",
						List.of("https://moodle.example.edu/Shibboleth.sso/SLO/Redirect")),
				new LoggedOutService("wiki.example.edu", LoggedOutService.State.CANNOT_BE_ASKED, null, List.of())),
				"/idp/logout/done?flow=x", Duration.ofSeconds(5), waits), request, response);
	}

	/** Returns all pages that are shown in a frame of another page. */
	static Map<String, Show> steps(ServiceView service) {
		Map<String, Show> steps = new LinkedHashMap<>();
		steps.put("step-leads", step(new LogoutStepPage.Leads(service.name(),
				"https://moodle.example.edu/Shibboleth.sso/SLO/Redirect?SAMLRequest=x&RelayState=y")));
		steps.put("step-carries", step(new LogoutStepPage.Carries(service.name(), new Answer.Post(
				"https://moodle.example.edu/Shibboleth.sso/SLO/POST", Map.of("SAMLRequest", "PHNhbWw+")))));
		for (LoggedOutService.State state : LoggedOutService.State.values()) {
			steps.put("step-" + state.word(), step(new LogoutStepPage.Known(state)));
		}
		return steps;
	}

	static Show step(LogoutStepPage page) {
		return (pages, request, response) -> pages.logoutStep(page, request, response);
	}

	/** Renders a page as the response to a POST. */
	MockHttpServletResponse show(String name, ServiceView service) throws IOException {
		return show(page(name, service), new MockHttpServletRequest("POST", "/idp/login"));
	}

	static String policy(MockHttpServletResponse response) {
		return String.valueOf(response.getHeader("Content-Security-Policy"));
	}

	static List<String> contents(String html, String element) {
		return Pattern.compile("<" + element + "[^>]*>(.*?)</" + element + ">", Pattern.DOTALL)
			.matcher(html)
			.results()
			.map(match -> match.group(1))
			.toList();
	}

	static Map<String, String> inputs(String html) {
		Map<String, String> inputs = new LinkedHashMap<>();
		Matcher matcher = Pattern.compile("<input [^>]*?name=\"([^\"]*)\" value=\"([^\"]*)\"").matcher(html);
		while (matcher.find()) {
			inputs.put(HtmlUtils.htmlUnescape(matcher.group(1)), HtmlUtils.htmlUnescape(matcher.group(2)));
		}
		return inputs;
	}

}
