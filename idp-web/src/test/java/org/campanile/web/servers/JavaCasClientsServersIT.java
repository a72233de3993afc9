package org.campanile.web.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests third-party CAS clients in Java, each in a JVM of its own, which obtain proxy
 * tickets for each other: Apereo's Java CAS client, and pac4j.
 */
@Timeout(300)
class JavaCasClientsServersIT {

	private static final Program MAVEN = new Program("mvn", "maven");

	private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

	@TempDir
	private static Path folder;

	private static TestIdp idp;

	private static List<Integer> ports = List.of();

	private static final List<ChildProcess> processes = new ArrayList<>();

	/**
	 * A client, the path of its callback for proxy-granting tickets, and the path prefix
	 * of its services.
	 */
	enum Client {

		APEREO("ApereoClient.java", "/app/callback", "/"),
		PAC4J("Pac4jClient.java", "/callback", "/callback?client_name=");

		private final String program;

		private final String callback;

		private final String services;

		Client(String program, String callback, String services) {
			this.program = program;
			this.callback = callback;
			this.services = services;
		}

		String origin() {
			return "http://127.0.0.1:" + ports.get(2 * ordinal());
		}

		int tlsPort() {
			return ports.get(2 * ordinal() + 1);
		}

		String callback() {
			return "https://127.0.0.1:" + tlsPort() + callback;
		}

		/** Returns the URL by which the client is known as a proxy. */
		String proxy() {
			return this == PAC4J ? callback() + "?client_name=receptor" : callback();
		}

		/** Returns the URL of the service that a user of the page signs on to. */
		String service(String page) {
			return origin() + services + page;
		}

		Client other() {
			return this == APEREO ? PAC4J : APEREO;
		}

		String id() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	@BeforeAll
	static void start() throws Exception {
		ports = Ports.free(2 * Client.values().length);
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLoopback(folder);
		writeKeys();
		Path home = TestIdp.newHome();
		Files.createDirectories(home.resolve("services"));
		for (Client client : Client.values()) {
			Files.writeString(home.resolve("services").resolve(client.id() + ".yaml"),
					"prefix: " + client.origin() + "/\nname: " + client + "\nrelease: [mail]\n"
							+ "proxy: { accept: true, callbacks: ['" + client.callback() + "'] }\n");
			Files.writeString(home.resolve("services").resolve(client.id() + "-front.yaml"),
					"url: " + client.service("gateway") + "\nname: " + client + "\nlogout: { channel: front }\n");
		}
		idp = TestIdp.start(home, "campanile.outgoing.trusted-certificates=" + authority.certificate());
		Path pom = file("java-cas-clients.xml", "pom.xml", Client.APEREO);
		for (Client client : Client.values()) {
			Path libraries = folder.resolve(client.id());
			fetch(pom, client.id(), libraries);
			Path program = file(client.program + ".txt", client.program, client);
			processes.add(ChildProcess.kept(
					client.name(), "TERM", List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
							"-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp", libraries + "/*", program.toString()),
					log(client)));
		}
		for (Client client : Client.values()) {
			ChildProcess process = processes.get(client.ordinal());
			Polling.until(() -> !process.isAlive() || new Browser().get(client.origin() + "/app").redirects());
			assertThat(process.isAlive()).as(logs()).isTrue();
		}
	}

	private static void writeKeys() throws IOException, GeneralSecurityException {
		PemSslStoreDetails details = PemSslStoreDetails.forCertificate(folder.resolve("server.pem").toUri().toString())
			.withPrivateKey(folder.resolve("server.key").toUri().toString())
			.withPassword("changeit");
		try (OutputStream out = Files.newOutputStream(folder.resolve("keys.p12"))) {
			Objects.requireNonNull(new PemSslStoreBundle(details, null).getKeyStore())
				.store(out, "changeit".toCharArray());
		}
	}

	private static Path file(String template, String name, Client client) throws IOException {
		try (InputStream in = JavaCasClientsServersIT.class.getResourceAsStream(template)) {
			String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@idp@", idp.baseUrl())
				.replace("@origin@", client.origin())
				.replace("@port@", client.origin().replaceAll(".*:", ""))
				.replace("@tls@", String.valueOf(client.tlsPort()))
				.replace("@keys@", folder.resolve("keys.p12").toString())
				.replace("@callback@", client.callback())
				.replace("@proxy@", client.other().proxy())
				.replace("@target@", client.other().origin() + "/target");
			return Files.writeString(folder.resolve(name), text);
		}
	}

	/** Fetches a class path with the user's own Maven. */
	private static void fetch(Path pom, String profile, Path libraries) throws Exception {
		Path out = folder.resolve("maven.out");
		Process maven = new ProcessBuilder(MAVEN.require().toString(), "-B", "-q", "-ntp", "-f", pom.toString(), "-P",
				profile, COPY, "-DoutputDirectory=" + libraries)
			.directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
			.start();
		try {
			assertThat(maven.waitFor()).as("Maven: " + Files.readString(out)).isZero();
		}
		finally {
			maven.descendants().forEach(ProcessHandle::destroy);
			maven.destroy();
		}
	}

	private static Path log(Client client) {
		return folder.resolve(client.id() + ".out");
	}

	private static String logs() throws IOException {
		StringBuilder text = new StringBuilder();
		for (Client client : Client.values()) {
			text.append(client).append(": ").append(Files.readString(log(client))).append('\n');
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
		assertThat(signIn(browser, client).body()).as(logs())
			.isEqualTo(client + " user=alice mail=alice@example.edu new=true");
		assertThat(browser.get(client.origin() + "/app").body()).contains("user=alice");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenSignedInElsewhereThenNoPasswordIsNeeded(Client client) {
		Browser browser = new Browser();
		signIn(browser, client.other());
		assertThat(browser.open(client.origin() + "/app").body())
			.isEqualTo(client + " user=alice mail=alice@example.edu new=false");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenAClientOnlyTriesThenNothingIsShown(Client client) {
		Page nobody = new Browser().open(client.origin() + "/gateway");
		assertThat(nobody.url().toString()).startsWith(client.origin());
		// pac4j has no page for users who are not signed in.
		assertThat(nobody.status()).isEqualTo(client == Client.PAC4J ? 401 : 200);
		assertThat(nobody.body()).doesNotContain("user=");
		Browser browser = new Browser();
		signIn(browser, client.other());
		assertThat(browser.open(client.origin() + "/gateway").body()).contains(client + " user=alice");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenAClientWantsANewLoginThenOnlyThatIsAccepted(Client client) throws IOException {
		Browser browser = new Browser();
		signIn(browser, client.other());
		Page old = browser.open(idp.baseUrl() + "/cas/login?service=" + CasApp.encoded(client.service("renew")));
		assertThat(old.url().toString()).contains("ticket=ST-");
		assertThat(old.status()).isGreaterThanOrEqualTo(400);
		assertThat(old.body()).doesNotContain("user=");
		Polling.until(() -> Files.readString(log(client)).contains("renew accepts new logins only"));
		// Uses another browser, since pac4j tries only once in each session.
		Browser other = new Browser();
		signIn(other, client.other());
		assertThat(other.login(client.origin() + "/renew", "alice", "alice-demo").body()).as(logs())
			.isEqualTo(client + " user=alice mail=alice@example.edu new=true");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenAClientIsAProxyThenTheOtherReceivesTheUserThroughIt(Client client) throws IOException {
		Browser browser = new Browser();
		signIn(browser, client);
		assertThat(browser.open(client.origin() + "/app/proxy").body()).as(logs())
			.isEqualTo("by way of " + client + ": " + client.other() + " user=alice mail=alice@example.edu new=false");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenLoggedOutThenTheClientHasEndedItsSession(Client client) throws IOException {
		Browser browser = new Browser();
		signIn(browser, client);
		Browser other = new Browser();
		signIn(other, client);
		assertThat(browser.open(idp.baseUrl() + "/cas/logout").body()).contains(client.name())
			.doesNotContain("Did not respond");
		assertThat(browser.open(client.origin() + "/app").loginForm()).as(logs()).isNotNull();
		assertThat(other.get(client.origin() + "/app").body()).contains("user=alice");
	}

	@ParameterizedTest
	@EnumSource(Client.class)
	void whenAClientIsNotifiedByTheBrowserThenItHasEndedItsSession(Client client) throws IOException {
		Browser browser = new Browser();
		signIn(browser, client.other());
		assertThat(browser.open(client.origin() + "/gateway").body()).contains(client + " user=alice");
		Page progress = browser.open(idp.baseUrl() + "/cas/logout");
		Page frame = browser.open(progress.document().select("iframe").attr("abs:src"));
		Page answer = browser.open(frame.document().select("a").attr("href"));
		assertThat(answer.status()).as(logs()).isEqualTo(200);
		// The Java CAS client does not come back since version 3.5.
		assertThat(answer.document().body().attr("data-state")).isEqualTo(client == Client.PAC4J ? "ended" : "");
		assertThat(browser.open(client.origin() + "/gateway").body()).as(logs()).doesNotContain("user=");
	}

	private static Page signIn(Browser browser, Client client) {
		return browser.login(client.origin() + "/app", "alice", "alice-demo");
	}

}
