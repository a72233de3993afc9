package org.campanile.web.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.campanile.HomeFolder;
import org.campanile.web.testkit.LogLines;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class OverrideTests {

	private static final PagesFixture.Show LOGIN = PagesFixture.login(PagesFixture.loginPage(LoginMessage.NONE));

	@TempDir
	Path folder;

	@AutoClose
	private final LogLines log = LogLines.warnings();

	@Test
	void whenNothingIsOverriddenThenNoFaults() {
		assertThat(new PagesFixture(folder).pages.faults()).isEmpty();
	}

	@Test
	void whenATemplateAppearsChangesAndGoesThenTakenUpWithoutARestart() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		Path file = fixture.home.views().resolve("login.html");
		assertThat(html(fixture)).contains("<h1>Sign in</h1>");
		fixture.write(file, "<p th:text=\"'mine ' + ${username} + #{login.submit}\">x</p>");
		assertThat(html(fixture)).as("within the same second").contains("<!DOCTYPE");
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).isEqualTo("<p>mine Sign in</p>");
		fixture.write(file, "<p>mine, longer now</p>");
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).isEqualTo("<p>mine, longer now</p>");
		Files.delete(file);
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).contains("<!DOCTYPE");
	}

	@Test
	void whenTheLayoutIsOverriddenThenEveryPageHasIt() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.views().resolve("layout.html"),
				Resources.read("layout.html").replace("<img", "<b>Alma mater</b><img"));
		fixture.later(Duration.ofSeconds(1));
		for (PagesFixture.Show page : PagesFixture.all(PagesFixture.MOODLE).values()) {
			assertThat(fixture.show(page).getContentAsString()).contains("<b>Alma mater</b>");
		}
		assertThat(fixture.pages.faults()).isEmpty();
	}

	/**
	 * Templates like the built-in ones before those had a row for the service and one
	 * alert.
	 */
	@Test
	void whenTemplatesKnowOnlyTheFirstVariablesThenTheyStillWork() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.views().resolve("layout.html"),
				"""
						<html><head th:fragment="head"><title th:text="${title}">x</title><style th:utext="${style}"></style></head>
						<body><header th:fragment="header"><p th:text="${organisation}">x</p></header>
						<footer th:fragment="footer"><a th:each="link : ${links}" th:href="${link.url}" th:text="${link.text}">x</a>
						</footer></body></html>""");
		fixture.write(fixture.home.views().resolve("login.html"),
				"""
						<html><head th:replace="~{layout :: head}"></head><body>
						<h1>[[${heading.before}]]<bdi>[[${heading.name}]]</bdi>[[${heading.after}]]</h1>
						<p th:if="${error}"><strong th:text="${error}">x</strong> [[${errorHint}]]</p>
						<form method="post" th:action="${action}"><input type="hidden" th:each="field : ${hidden}"
						th:name="${field.name}" th:value="${field.value}"><input name="j_username" th:value="${username}"
						th:readonly="${usernameFixed}" th:autofocus="${!focusPassword}"><input type="password" name="j_password">
						<button name="_eventId_proceed" th:text="#{login.submit}">x</button></form>
						<footer th:replace="~{layout :: footer}"></footer></body></html>""");
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).contains("<h1>Sign in to <bdi>Moodle</bdi></h1>", ">Help</a>", "name=\"_csrf\"",
				"<a href=\"https://id.example.edu/forgotten\">Forgot your password?</a>");
		assertThat(fixture.show(PagesFixture.problem(Problem.NOT_FOUND, null)).getContentAsString())
			.doesNotContain("https://id.example.edu/forgotten");
		assertThat(fixture.pages.faults()).isEmpty();
	}

	static Stream<Arguments> brokenTemplates() {
		return Stream.of(Arguments.of("<p>\n<b th:text=\"${username\">x</b></p>", "views/login.html line 2: "),
				Arguments.of("<p>\n\n<b th:text=\"${username.nosuch}\">x</b></p>", "views/login.html line 3: "),
				Arguments.of("<p>\n<b th:text=\"#{login.nosuch}\">x</b></p>",
						"views/login.html line 2: no text has the key 'login.nosuch'"),
				Arguments.of("<b th:insert=\"~{nosuch :: part}\">x</b>", "views/login.html line 1: "),
				Arguments.of("<b th:insert=\"~{login}\">x</b>", "recursive template inclusion"),
				Arguments.of("<b th:text=\"${T(java.lang.Runtime).getRuntime()}\">x</b>", "views/login.html line 1: "));
	}

	@ParameterizedTest
	@MethodSource("brokenTemplates")
	void whenATemplateIsBrokenThenTheBuiltInPageAndOneLogLine(String template, String words) throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.views().resolve("login.html"), template);
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).contains("<h1>Sign in</h1>");
		assertThat(html(fixture)).contains("<h1>Sign in</h1>");
		assertThat(log.lines().stream().filter(line -> line.contains("views/login.html"))).singleElement()
			.asString()
			.contains(words, "the built-in page is shown instead");
		assertThat(fixture.pages.faults()).singleElement().asString().contains(words);
	}

	@Test
	void whenABrokenLayoutSpoilsEveryPageThenStillOneLogLine() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.views().resolve("layout.html"),
				Resources.read("layout.html").replace("${title}", "${title"));
		fixture.later(Duration.ofSeconds(1));
		for (PagesFixture.Show page : PagesFixture.all(PagesFixture.MOODLE).values()) {
			assertThat(fixture.show(page).getContentAsString()).contains("<title>");
		}
		assertThat(log.lines().stream().filter(line -> line.contains("views/layout.html"))).hasSize(1);
	}

	@Test
	void whenTextsAreOverriddenThenEachByLanguage() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.messages().resolve("messages.properties"),
				"login.submit=Go\nlocal.motto=Vale <b>\nlogin.heading=Enter {service}!\n");
		fixture.write(fixture.home.messages().resolve("messages_de.properties"), "login.submit=Los");
		fixture.write(fixture.home.views().resolve("logged-out.html"), "<p th:text=\"#{local.motto}\">x</p>");
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).contains(">Go</button>", "<title>Enter Moodle! – ");
		assertThat(fixture.show(LOGIN, PagesFixture.get("lang=de")).getContentAsString()).contains(">Los</button>",
				"<title>Bei Moodle anmelden – ");
		assertThat(fixture.show(PagesFixture.page("logged-out", PagesFixture.MOODLE)).getContentAsString())
			.isEqualTo("<p>Vale &lt;b&gt;</p>");
		assertThat(fixture.pages.faults()).isEmpty();
	}

	static Stream<Arguments> brokenTexts() {
		return Stream.of(
				Arguments.of("\nlogin.submit=\\u12", "messages/messages.properties line 2: a \\u must be followed"),
				Arguments.of("# x\nlogin.tilte=Enter",
						"messages/messages.properties line 2: no page has a text 'login.tilte'"),
				Arguments.of("login.heading=Enter {servcie}",
						"messages/messages.properties line 1: 'login.heading' has no placeholder {servcie}"));
	}

	@ParameterizedTest
	@MethodSource("brokenTexts")
	void whenATextIsBrokenThenTheBuiltInTextAndOneLogLine(String properties, String words) throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.messages().resolve("messages.properties"), properties);
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).contains("<h1>Sign in</h1>", ">Sign in</button>");
		assertThat(log.lines().stream().filter(line -> line.contains("messages.properties"))).singleElement()
			.asString()
			.contains(words);
		assertThat(fixture.pages.faults()).singleElement().asString().contains(words);
	}

	@Test
	void whenAFileIsNotUtf8ThenItIsLeftOut() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		Files.createDirectories(fixture.home.messages());
		Files.write(fixture.home.messages().resolve("messages.properties"),
				"login.submit=Öffnen".getBytes(StandardCharsets.ISO_8859_1));
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).contains(">Sign in</button>");
		assertThat(log.lines()).anyMatch(line -> line.contains("messages/messages.properties: is not UTF-8 text"));
	}

	@Test
	void whenTheStyleIsOverriddenThenItComesLastAndItsHashIsInThePolicy() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.views().resolve("style.css"), "main > p {\r\n\tcolor: red;\n}\n/* a & b */");
		fixture.later(Duration.ofSeconds(1));
		MockHttpServletResponse response = fixture.show(LOGIN);
		String html = response.getContentAsString();
		String css = html.substring(html.indexOf("<style>") + 7, html.indexOf("</style>"));
		assertThat(css).endsWith("main > p {\n\tcolor: red;\n}\n/* a & b */");
		assertThat(response.getHeader("Content-Security-Policy")).contains(ContentSecurityPolicy.hash(css));
	}

	@Test
	void whenTheStyleHasMarkupThenItIsLeftOut() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		fixture.write(fixture.home.views().resolve("style.css"), "</style><script>alert(1)</script>");
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).doesNotContain("alert(1)");
		assertThat(log.lines()).anyMatch(line -> line.contains("views/style.css"));
	}

	@Test
	void whenTheLogoIsAFileThenItIsServedByVersion() throws IOException {
		Files.createDirectories(folder.resolve("views"));
		Files.writeString(folder.resolve("views/crest.svg"), "<svg/>");
		PagesFixture fixture = withLogo("crest.svg");
		LogoFile logo = Objects.requireNonNull(fixture.pages.logo());
		MockHttpServletResponse response = fixture.show(LOGIN);
		assertThat(response.getContentAsString()).contains("src=\"/idp/logo?v=" + logo.version() + "\"");
		assertThat(response.getHeader("Content-Security-Policy")).contains("img-src 'self';");
		Files.writeString(folder.resolve("views/crest.svg"), "<svg></svg>");
		fixture.later(Duration.ofSeconds(1));
		LogoController controller = new LogoController(fixture.pages);
		// As while only one of the nodes has the new file.
		assertThat(controller.logo(logo.version())).satisfies(served -> {
			assertThat(served.getBody()).isEqualTo("<svg></svg>".getBytes(StandardCharsets.UTF_8));
			assertThat(served.getHeaders().getETag()).isNotEqualTo('"' + logo.version() + '"');
			assertThat(served.getHeaders().getFirst("Content-Type")).isEqualTo("image/svg+xml");
			assertThat(served.getHeaders().getFirst("Content-Security-Policy")).contains("sandbox");
			assertThat(served.getHeaders().getCacheControl()).isEqualTo("no-cache");
		});
		String version = Objects.requireNonNull(fixture.pages.logo()).version();
		assertThat(controller.logo(version).getHeaders().getCacheControl()).contains("immutable");
	}

	@Test
	void whenTheLogoIsMissingThenSaidAndThePagesGoOn() throws IOException {
		PagesFixture fixture = withLogo("crest.svg");
		assertThat(html(fixture)).doesNotContain("<img");
		assertThat(new LogoController(fixture.pages).logo("").getStatusCode().value()).isEqualTo(404);
		assertThat(log.lines()).anyMatch(line -> line.contains("views/crest.svg"));
		assertThat(fixture.pages.faults()).hasSize(1);
	}

	@Test
	void whenViewsIsNoFolderThenSaidOnce() throws IOException {
		Files.writeString(folder.resolve("views"), "not a folder");
		PagesFixture fixture = new PagesFixture(folder);
		for (int second = 0; second < 5; second++) {
			fixture.later(Duration.ofSeconds(1));
			assertThat(html(fixture)).contains("<h1>Sign in</h1>");
		}
		assertThat(log.lines().stream().filter(line -> line.contains("views: cannot be listed"))).hasSize(1);
	}

	/** Such as the lock of an editor, or a link to a file that was moved. */
	@Test
	void whenLinksLeadNowhereThenTheOtherOverridesAreUsed() throws IOException {
		PagesFixture fixture = new PagesFixture(folder);
		Path views = fixture.home.views();
		fixture.write(views.resolve("login.html"),
				"<html><head th:replace=\"~{layout :: head}\"></head><body><p>mine</p></body></html>");
		fixture.write(views.resolve("style.css"), "p { color: red }");
		for (int i = 0; i < 100; i++) {
			Files.createSymbolicLink(views.resolve("old-" + i + ".html"), Path.of("gone.html"));
		}
		Files.write(views.resolve("._login.html"), new byte[] { -1 });
		Files.createSymbolicLink(views.resolve("loop.html"), Path.of("loop.html"));
		fixture.later(Duration.ofSeconds(1));
		assertThat(html(fixture)).contains("<p>mine</p>", "p { color: red }");
		assertThat(fixture.pages.faults()).singleElement().asString().startsWith("views/loop.html: cannot be read (");
	}

	@Test
	void whenALanguageIsAddedThenItsTextsCountAndTheRestIsEnglish() throws IOException {
		Files.createDirectories(folder.resolve("messages"));
		Files.writeString(folder.resolve("messages/messages_he.properties"), "login.submit=כניסה");
		Locale hebrew = Locale.forLanguageTag("he");
		PagesFixture fixture = new PagesFixture(folder, branding(null, List.of(hebrew, Locale.ENGLISH)), idp());
		assertThat(fixture.show(LOGIN, PagesFixture.get("lang=he")).getContentAsString())
			.contains("<html lang=\"he\" dir=\"rtl\">", ">כניסה</button>", ">Username</label>");
	}

	@Test
	void whenTheLogoIsTakenFromBrandingAndTheFolderThenNoFaultIsReported() throws IOException {
		HomeFolder home = new HomeFolder(folder);
		Path logo = home.views().resolve("logo.svg");
		Files.createDirectories(home.views());
		Files.writeString(logo, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
		AtomicReference<Branding> branding = new AtomicReference<>(branding("logo.svg", List.of(Locale.ENGLISH)));
		AtomicReference<Instant> now = new AtomicReference<>(PagesFixture.NOON);
		Themes themes = new Themes(branding::get, home, now::get);
		Files.delete(logo);
		branding.set(branding(null, List.of(Locale.ENGLISH)));
		now.set(PagesFixture.NOON.plusSeconds(1));
		assertThat(themes.current().branding()).isSameAs(branding.get());
		assertThat(log.lines()).noneMatch(line -> line.contains("logo"));
	}

	private PagesFixture withLogo(String logo) {
		return new PagesFixture(folder, branding(logo, List.of(Locale.ENGLISH)), idp());
	}

	private static Branding branding(@Nullable String logo, List<Locale> languages) {
		return new Branding("Example University", logo, AccentColor.parse("#246"), null, null, null, null, null,
				languages, Locale.ENGLISH, "campanile_lang", List.of("https:"));
	}

	private static org.campanile.IdentityProvider idp() {
		return new org.campanile.IdentityProvider("https://login.example.edu/idp", "https://login.example.edu/idp",
				List.of());
	}

	private static String html(PagesFixture fixture) throws IOException {
		return fixture.show(LOGIN).getContentAsString();
	}

}
