package org.campanile.web.factor.otp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.Map;
import java.util.Objects;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Barriers;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests one-time codes with other software: Chromium shows the page in dark mode and
 * without JavaScript, ZBar reads the QR code from a screenshot, PyOTP reads the URI and
 * confirms the enrolment, and oathtool signs in.
 */
@Timeout(300)
class OtpServersIT {

	private static final String READ = "import pyotp, sys; t = pyotp.parse_uri(sys.argv[1]); "
			+ "print(t.issuer, t.name, t.secret, t.digits, t.digest().name, "
			+ "t.at(int(sys.argv[2])) if isinstance(t, pyotp.TOTP) else t.at(0), sep='|')";

	@TempDir
	private static Path folder;

	private static Playwright playwright;

	private static Browser chromium;

	@BeforeAll
	static void start() throws Exception {
		run(Installed.PYTHON.path().toString(), "-m", "venv", folder.resolve("venv").toString());
		run(python(), "-m", "pip", "install", "-q", "--disable-pip-version-check", "pyotp==2.12.1");
		playwright = Playwright
			.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		String path = Objects.requireNonNullElse(System.getenv("CHROMIUM"), Installed.CHROMIUM.path().toString());
		chromium = playwright.chromium()
			.launch(new BrowserType.LaunchOptions().setExecutablePath(Path.of(path))
				.setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking",
						"--disable-component-update", "--disable-sync", "--no-first-run")));
	}

	@AfterAll
	static void stop() {
		chromium.close();
		playwright.close();
	}

	private static String python() {
		return folder.resolve("venv/bin/python").toString();
	}

	private static String run(String... command) throws Exception {
		Path out = Files.createTempFile(folder, "out", ".txt");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
		int status = process.waitFor();
		String text = Files.readString(out).strip();
		assertThat(status).as("%s: %s", List.of(command), text).isZero();
		return text;
	}

	@ParameterizedTest
	@CsvSource({ "totp,sha1,6", "totp,sha512,8", "hotp,sha1,6" })
	void whenOthersReadTheKeyThenTheirCodesAreAccepted(String kind, String algorithm, int digits) throws Exception {
		MutableClock clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		ForeignService service = ForeignService.at("mfa.example.org", clock).registered(home);
		try (TestIdp idp = TestIdp.start(home, TestIdp.clock(clock), "campanile.factors.enabled=true",
				"campanile.factors.totp.enabled=" + kind.equals("totp"),
				"campanile.factors.hotp.enabled=" + kind.equals("hotp"), "campanile.factors.passkey.enabled=false",
				"campanile.factors." + kind + ".algorithm=" + algorithm,
				"campanile.factors." + kind + ".digits=" + digits,
				"campanile.branding.name=Universität Süd: IT & more");
				Page page = chromium
					.newContext(new Browser.NewContextOptions().setColorScheme(ColorScheme.DARK)
						.setViewportSize(360, 740)
						.setJavaScriptEnabled(false))
					.newPage()) {
			password(page, service, idp);
			String uri = read(page.locator("svg.qr"));
			assertThat(uri).isEqualTo(page.locator("a[href^=otpauth]").getAttribute("href"));
			List<String> seen = List
				.of(run(python(), "-X", "utf8", "-c", READ, uri, String.valueOf(clock.instant().getEpochSecond()))
					.split("\\|"));
			String secret = seen.get(2);
			assertThat(seen.subList(0, 5)).containsExactly("Universität Süd IT & more", "alice",
					page.locator("code").textContent().replace(" ", ""), String.valueOf(digits), algorithm);
			page.fill("#code", seen.get(5));
			page.click("form button[type=submit]");
			assertThat(page.locator("input[name=SAMLResponse]").count()).isEqualTo(1);
			page.context().clearCookies();
			password(page, service, idp);
			clock.advance(Duration.ofSeconds(30));
			String next = kind.equals("totp")
					? run(Installed.OATHTOOL.path().toString(), "--totp=" + algorithm, "-b", "-d",
							String.valueOf(digits), "-N", "@" + clock.instant().getEpochSecond(), secret)
					: run(python(), "-c", "import pyotp, sys; print(pyotp.parse_uri(sys.argv[1]).at(1))", uri);
			if (kind.equals("hotp")) {
				assertThat(run(Installed.OATHTOOL.path().toString(), "--hotp", "-b", "-d", String.valueOf(digits), "-c",
						"1", secret))
					.isEqualTo(next);
			}
			page.fill("#code", next);
			page.click("form button[type=submit]");
			assertThat(page.locator("input[name=SAMLResponse]").count()).isEqualTo(1);
		}
	}

	private static String read(Locator image) throws Exception {
		Path picture = folder.resolve("qr.png");
		image.screenshot(new Locator.ScreenshotOptions().setPath(picture));
		// zbarimg also prints a warning about a missing message bus.
		return run(Installed.ZBARIMG.path().toString(), "-q", "--raw", picture.toString()).lines()
			.filter(line -> line.startsWith("otpauth:"))
			.collect(Collectors.joining());
	}

	@ParameterizedTest
	@CsvSource({ "LIGHT,360", "DARK,1280" })
	void whenThePagesAreCheckedThenNoBarrier(ColorScheme scheme, int width) throws IOException {
		MutableClock clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		ForeignService service = ForeignService.at("mfa.example.org", clock).registered(home);
		try (TestIdp idp = TestIdp.start(home, TestIdp.clock(clock), "campanile.factors.enabled=true",
				"campanile.factors.passkey.enabled=false");
				Page page = chromium
					.newContext(new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(width, 740))
					.newPage()) {
			page.route("https://mfa.example.org/**",
					route -> route.fulfill(new Route.FulfillOptions().setBody("arrived")));
			password(page, service, idp);
			Barriers.assertNone(page, "enrol-otp");
			String uri = page.locator("a[href^=otpauth]").getAttribute("href");
			page.fill("#code", "1");
			page.click("form button[type=submit]");
			Barriers.assertNone(page, "enrol-otp after an error");
			page.fill("#code", new TestApp(Map.of("secret", uri.replaceAll(".*secret=([A-Z2-7]+).*", "$1")))
				.code(clock.instant()));
			page.click("form button[type=submit]");
			page.waitForURL("https://mfa.example.org/**");
			page.context().clearCookies();
			password(page, service, idp);
			Barriers.assertNone(page, "factor-code");
			page.fill("#code", "1");
			page.click("form button[type=submit]");
			Barriers.assertNone(page, "factor-code after an error");
			assertThat(page.content().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(30_000);
			page.fill("#code", "1");
			page.evaluate("() => { document.title = 'sent'; document.addEventListener('submit', e => { "
					+ "document.title += e.defaultPrevented ? ' no' : ' yes'; e.preventDefault() }) }");
			page.evaluate("() => { const button = document.querySelector('form button[type=submit]'); "
					+ "button.click(); button.click() }");
			assertThat(page.title()).as("a second tap").isEqualTo("sent yes no");
		}
	}

	private static void password(Page page, ForeignService service, TestIdp idp) {
		page.navigate(
				service
					.redirect(idp,
							AuthnRequestOptions.PLAIN.withAuthnContext(new RequestedAuthnContext(
									RequestedAuthnContext.Comparison.EXACT, List.of("https://refeds.org/profile/mfa"))))
					.url());
		page.fill("#username", "alice");
		page.fill("#password", "alice-demo");
		page.click("form button[type=submit]:not([id])");
	}

}
