package org.campanile.demo.servers;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Chromium;
import org.campanile.testkit.servers.PageCheck;
import org.campanile.testkit.servers.Stopping;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Runs {@code bin/campanile demo} in a separate process, and visits it with Chromium.
 * Screenshots of its pages stay in {@code target/demo-pictures}. All tests share one
 * demo, except those of failing starts; the last test ends it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DemoServersIT {

	@TempDir
	private static Path folder;

	private static Path home;

	private static int port;

	private static String demoUrl;

	private static RunningDemo demo;

	private static Chromium chromium;

	private static PageCheck pages;

	@BeforeAll
	static void start() throws Exception {
		chromium = Chromium.start();
		pages = new PageCheck(Files.createDirectories(Path.of("target", "demo-pictures")));
		home = folder.resolve("home");
		port = Ports.free();
		demoUrl = "http://localhost:" + port + "/idp/demo";
		long begin = System.nanoTime();
		demo = RunningDemo.start(folder, port, home);
		demo.awaitReady();
		try (BrowserContext person = chromium.person()) {
			Response first = person.newPage().navigate(demoUrl);
			assertThat(first.status()).isEqualTo(200);
		}
		long millis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
		System.out.println("From the command to the first page: " + millis + " ms");
	}

	@AfterAll
	static void stop() {
		Stopping.all(chromium, demo);
	}

	@Test
	@Order(1)
	void whenStartedThenItSaysWhereToLookAndWhomToSignInAs() {
		assertThat(demo.output()).contains("Open            " + demoUrl)
			.contains("Your services   put their metadata into " + home.resolve("metadata"))
			.contains("alice-demo")
			.contains("bob-demo")
			.contains("carol-demo")
			.contains("Stop it with Ctrl-C.")
			.doesNotContain("ERROR")
			.doesNotContain("Exception");
	}

	@Test
	@Order(1)
	void whenAliceSignsInThenTheSecondServiceAsksForNoPasswordAndEveryPageIsAccessible() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			page.navigate(demoUrl);
			pages.check(page, "demo-start");
			page.click("button[value=redirect]");
			assertThat(page.locator("h1").textContent()).isEqualTo("Sign in");
			pages.check(page, "login");
			signIn(page, "alice", "not-hers");
			assertThat(page.locator("#error").textContent()).contains("The username or password is incorrect.");
			pages.check(page, "wrong-password");
			signIn(page, "alice", "alice-demo");
			page.waitForURL(demoUrl + "/acs");
			assertThat(page.locator("h1").textContent()).isEqualTo("Signed in as Alice Archer");
			assertThat(page.locator("table").textContent()).contains("alice@example.edu");
			assertThat(page.locator(".encrypted").textContent()).startsWith("encrypted");
			pages.check(page, "signed-in");
			page.locator("main a.button.main").click();
			page.waitForURL(demoUrl + "/second/acs");
			assertThat(page.locator("h1").textContent()).isEqualTo("Signed in as Alice Archer");
			page.navigate(demoUrl);
			page.click("button[value=forced]");
			assertThat(page.locator("#notice").textContent()).isNotBlank();
			pages.check(page, "asked-again");
			page.navigate(demoUrl);
			page.click("button[value=post]");
			pages.check(page, "demo-post");
			page.locator("main button").click();
			page.waitForURL(demoUrl + "/acs");
			page.locator("main a.button", new Page.LocatorOptions().setHasText("Sign out")).click();
			page.waitForURL("**/logout/done?id=*");
			assertThat(page.locator("h1").textContent()).isEqualTo("You are signed out");
			assertThat(page.locator(".name").allTextContents()).containsExactly("Demo service", "Second demo service");
			assertThat(page.locator(".state").allTextContents()).containsExactly("Signed out", "Signed out");
			pages.check(page, "signed-out");
		}
	}

	@Test
	@Order(1)
	void whenSomebodyIsChosenThenTheFormIsFilledIn() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			page.navigate(demoUrl + "/sign-in?how=redirect#%zz");
			page.locator("[data-username=alice]").click();
			assertThat(page.inputValue("#password")).isEqualTo("alice-demo");
			page.navigate(demoUrl);
			page.locator(".people a", new Page.LocatorOptions().setHasText("bob")).click();
			page.locator("[type=submit]:focus").click();
			page.waitForURL(demoUrl + "/acs");
			assertThat(page.locator("table").textContent()).contains("bob@example.edu");
			page.navigate(demoUrl + "/sign-in?how=forced");
			assertThat(page.locator("[data-username]:visible").count()).as("nobody but who is signed in").isOne();
			page.locator("[data-username=bob]").click();
			assertThat(page.inputValue("#username")).isEqualTo("bob");
			assertThat(page.inputValue("#password")).isEqualTo("bob-demo");
			page.navigate(demoUrl);
			assertThat(page.locator(".people a").count()).as("single sign-on would bring bob").isZero();
		}
	}

	@Test
	@Order(1)
	void whenNobodyIsSignedInThenAQuietCheckSaysSo() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			page.navigate(demoUrl);
			page.click("button[value=passive]");
			page.waitForURL(demoUrl + "/acs");
			assertThat(page.locator("h1").textContent()).isEqualTo("You are not signed in");
			pages.check(page, "not-signed-in");
		}
	}

	@Test
	@Order(1)
	void whenSomethingGoesWrongThenThePageSaysWhatToDo() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			problem(page, "/profile/SAML2/Unsolicited/SSO?providerId=https://nobody.example.edu/", "unknown-service");
			problem(page, "/profile/SAML2/Redirect/SSO?SAMLRequest=nonsense", "request-refused");
			problem(page, "/login", "bookmarked");
			problem(page, "/nowhere", "not-found");
			page.navigate(demoUrl);
			page.click("button[value=redirect]");
			signIn(page, "erin", "erin-demo");
			assertThat(page.locator("h1").textContent()).isEqualTo("Your password has expired");
			pages.check(page, "password-expired");
		}
	}

	@Test
	@Order(1)
	void whenScriptsAreOffThenAButtonContinues() {
		try (BrowserContext person = chromium.person(false)) {
			Page page = person.newPage();
			page.navigate(demoUrl);
			page.click("button[value=redirect]");
			signIn(page, "bob", "bob-demo");
			assertThat(page.locator("h1").textContent()).isEqualTo("Almost there");
			page.click("button[type=submit]");
			page.waitForURL(demoUrl + "/acs");
			assertThat(page.locator("table").textContent()).contains("bob@example.edu");
		}
	}

	@Test
	@Order(1)
	void whenThePortIsTakenThenOneLineSaysSo() throws IOException {
		Path temporary = Files.createDirectory(folder.resolve("second"));
		try (RunningDemo second = RunningDemo.start(temporary, port, null)) {
			assertThat(second.status()).isNotZero();
			assertThat(second.output().lines()).singleElement()
				.asString()
				.startsWith("Port " + port + " is taken by another program");
		}
		try (Stream<Path> left = Files.list(temporary)) {
			assertThat(left.filter(file -> file.getFileName().toString().startsWith("campanile"))).isEmpty();
		}
	}

	@Test
	@Order(1)
	void whenTheFolderCannotBeMadeThenOneLineSaysSo() throws IOException {
		Path file = Files.writeString(folder.resolve("a-file"), "not a folder");
		for (Path unusable : List.of(file, file.resolve("below"))) {
			try (RunningDemo second = RunningDemo.start(folder, Ports.free(), unusable)) {
				assertThat(second.status()).isNotZero();
				assertThat(second.output().lines()).singleElement()
					.asString()
					.contains(file.toString())
					.contains("--home")
					.doesNotContain("Exception");
			}
		}
	}

	@Test
	@Order(2)
	void whenInterruptedThenEverythingEnds() throws IOException {
		demo.interrupt();
		assertThat(demo.status()).isEqualTo(130);
		assertThat(demo.hasChildren()).isFalse();
		// The output also has no message that Logback printed before it was configured.
		assertThat(demo.output()).doesNotContain("Exception", "|-WARN", "|-ERROR");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> new Socket("localhost", port).close());
		assertThat(home.resolve("credentials")).isNotEmptyDirectory();
		try (RunningDemo forgotten = RunningDemo.start(folder, Ports.free(), null)) {
			forgotten.awaitReady();
			assertThat(temporaryHomes()).isEqualTo(1);
			forgotten.interrupt();
			assertThat(forgotten.status()).isEqualTo(130);
			assertThat(temporaryHomes()).isZero();
		}
	}

	private static long temporaryHomes() throws IOException {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter(file -> file.getFileName().toString().startsWith("campanile-demo")).count();
		}
	}

	private static void problem(Page page, String path, String name) {
		page.navigate("http://localhost:" + port + "/idp" + path);
		assertThat(page.locator("dl code").textContent()).isNotBlank();
		pages.check(page, name);
	}

	private static void signIn(Page page, String username, String password) {
		page.fill("#username", username);
		page.fill("#password", password);
		page.click("button[type=submit]");
	}

}
