package org.campanile.web.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests third-party CAS clients: Debian's mod_auth_cas (SAML 1.1) and phpCAS (version
 * 3.0), and django-cas-ng of PyPI (version 3.0, through python-cas).
 */
@Timeout(300)
class CasClientsServersIT {

	@TempDir
	private static Path folder;

	private static TestIdp idp;

	private static Map<Client, Integer> ports = Map.of();

	private static final List<ChildProcess> processes = new ArrayList<>();

	/** A client in a web server of its own. */
	enum Client {

		MOD_AUTH_CAS("/protected"), PHP_CAS("/app"), DJANGO("/show");

		private final String path;

		Client(String path) {
			this.path = path;
		}

		String origin() {
			return "http://127.0.0.1:" + ports.get(this);
		}

		String page() {
			return origin() + path;
		}

	}

	@BeforeAll
	static void start() throws Exception {
		List<Integer> free = Ports.free(Client.values().length);
		ports = Map.of(Client.MOD_AUTH_CAS, free.get(0), Client.PHP_CAS, free.get(1), Client.DJANGO, free.get(2));
		Path home = TestIdp.newHome();
		Files.createDirectories(home.resolve("services"));
		for (Client client : Client.values()) {
			Files.writeString(home.resolve("services").resolve(client.name().toLowerCase(Locale.ROOT) + ".yaml"),
					"prefix: " + client.origin() + "/\nname: " + client + "\nrelease: [mail]\n");
		}
		idp = TestIdp.start(home);
		// Apache's workers run as another user.
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		Files.setPosixFilePermissions(Files.createDirectory(folder.resolve("cas")),
				PosixFilePermissions.fromString("rwxrwxrwx"));
		Files.setPosixFilePermissions(file("cas-show.sh", "show.sh", Client.MOD_AUTH_CAS),
				PosixFilePermissions.fromString("rwxr-xr-x"));
		Installed.CAS_MODULE.path();
		keep("apache", Installed.APACHE.path().toString(), "-DFOREGROUND", "-f",
				file("cas-httpd.conf", "httpd.conf", Client.MOD_AUTH_CAS).toString());
		Installed.PHP_CAS.path();
		keep("php", Installed.PHP.path().toString(), "-S", "127.0.0.1:" + ports.get(Client.PHP_CAS),
				file("phpcas.php", "phpcas.php", Client.PHP_CAS).toString());
		Path python = folder.resolve("venv/bin/python");
		run(Installed.PYTHON.path().toString(), "-m", "venv", folder.resolve("venv").toString());
		run(python.toString(), "-m", "pip", "install", "-q", "--disable-pip-version-check", "django-cas-ng==5.1.1",
				"Django<6");
		String site = file("django_site.py", "django_site.py", Client.DJANGO).toString();
		run(python.toString(), site, "migrate", "-v", "0");
		keep("django", python.toString(), site, "runserver", "--noreload", "127.0.0.1:" + ports.get(Client.DJANGO));
		for (Client client : Client.values()) {
			try {
				Polling.until(Duration.ofSeconds(30), () -> answers(client));
			}
			catch (AssertionError ex) {
				throw new AssertionError(client + " does not answer: " + logs(), ex);
			}
		}
	}

	private static boolean answers(Client client) {
		try {
			return new Browser().get(client.page()).status() > 0;
		}
		catch (RuntimeException notYet) {
			return false;
		}
	}

	private static Path file(String template, String name, Client client) throws IOException {
		try (InputStream in = CasClientsServersIT.class.getResourceAsStream(template)) {
			String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@folder@", folder.toString())
				.replace("@idp@", idp.baseUrl())
				.replace("@port@", String.valueOf(ports.get(client)));
			return Files.writeString(folder.resolve(name), text);
		}
	}

	private static void keep(String name, String... command) throws IOException {
		processes.add(ChildProcess.kept(name, "TERM", List.of(command), folder.resolve(name + ".out")));
	}

	private static void run(String... command) throws Exception {
		Path out = folder.resolve("setup.out");
		Process process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
			.start();
		assertThat(process.waitFor()).as(String.join(" ", command) + ": " + Files.readString(out)).isZero();
	}

	private static String logs() throws IOException {
		StringBuilder text = new StringBuilder();
		for (String log : List.of("apache.out", "httpd.log", "php.out", "setup.out", "django.out")) {
			Path file = folder.resolve(log);
			text.append(log).append(": ").append(Files.exists(file) ? Files.readString(file) : "none").append('\n');
		}
		return text.toString();
	}

	@AfterAll
	static void stop() {
		processes.reversed().forEach(ChildProcess::close);
		idp.close();
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenAUserSignsInThenTheClientReceivesNameAndAttributes(Client client) throws IOException {
		Browser browser = new Browser();
		Page page = signIn(browser, client);
		assertThat(page.body()).as(logs()).contains("user=alice mail=alice@example.edu");
		assertThat(browser.open(client.page()).body()).contains("user=alice");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenSignedInElsewhereThenNoPasswordIsNeeded(Client client) {
		Browser browser = new Browser();
		signIn(browser, client == Client.PHP_CAS ? Client.DJANGO : Client.PHP_CAS);
		assertThat(browser.open(client.page()).body()).contains("user=alice mail=alice@example.edu");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenLoggedOutThenTheClientHasEndedItsSession(Client client) throws IOException {
		Browser browser = new Browser();
		signIn(browser, client);
		Page out = browser.open(idp.baseUrl() + "/cas/logout");
		assertThat(out.body()).contains(client.name()).doesNotContain("Did not respond");
		assertThat(browser.open(client.page()).loginForm()).as(logs()).isNotNull();
	}

	@Test
	void whenAClientOnlyTriesThenNothingIsShown() {
		Browser browser = new Browser();
		assertThat(browser.open(Client.PHP_CAS.origin() + "/gateway").body()).isEqualTo("nobody");
		Browser other = new Browser();
		signIn(other, Client.DJANGO);
		assertThat(other.open(Client.PHP_CAS.origin() + "/gateway").body()).contains("user=alice");
	}

	@Test
	void whenAClientBeginsTheLogoutThenTheBrowserComesBackToIt() {
		Browser browser = new Browser();
		signIn(browser, Client.PHP_CAS);
		browser.open(Client.DJANGO.page());
		assertThat(browser.open(Client.PHP_CAS.page() + "?logout=").body()).isEqualTo("bye");
		assertThat(browser.open(Client.DJANGO.page()).loginForm()).isNotNull();
	}

	/** Apache decodes the path, so that mod_auth_cas sends the space as it is. */
	@Test
	void whenAnAddressHasASpaceThenTheTicketIsForIt() throws IOException {
		Browser browser = new Browser();
		String page = Client.MOD_AUTH_CAS.page() + "/a%20b";
		Page granted = browser
			.send(browser.open(page).loginForm().with("j_username", "alice").with("j_password", "alice-demo"));
		assertThat(granted.location().toString()).startsWith(page + "?ticket=ST-");
		assertThat(browser.get(granted.location()).status()).as(logs()).isEqualTo(302);
	}

	private static Page signIn(Browser browser, Client client) {
		return browser.submit(
				browser.open(client.page()).loginForm().with("j_username", "alice").with("j_password", "alice-demo"));
	}

}
