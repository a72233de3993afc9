package org.campanile.web.command;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.process.Ports;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests {@code check --connect} against a directory that answers over LDAP. */
class CheckConnectTests {

	@AutoClose
	private static EmbeddedDirectory directory;

	@TempDir
	private Path home;

	@BeforeAll
	static void start() throws Exception {
		directory = EmbeddedDirectory.demo(0);
	}

	@BeforeEach
	void home() throws Exception {
		CheckedHome.in(home).service("wiki.xml", CheckedHome.WIKI);
	}

	@Test
	void whenAllAnswersThenEachIsALineAndNothingIsMade() throws Exception {
		Output output = check("", "", "alice");
		assertThat(output.err()).isEmpty();
		assertThat(output.code()).isZero();
		assertThat(output.out()).contains(directory.address() + " answers (plain)",
				directory.address() + " takes the service account " + EmbeddedDirectory.DEMO_SERVICE_DN,
				directory.address() + " has the base dc=example,dc=edu", "user            alice is uid=alice,",
				"known as alice (uid)", "attributes      ", "is sound.");
		try (Stream<Path> files = Files.list(home)) {
			assertThat(files.map(Path::getFileName).map(Path::toString)).containsExactlyInAnyOrder("application.yaml",
					"metadata");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					campanile-demo | wrong | campanile.ldap.bind-password, campanile.ldap.bind-dn (application.yaml:7): | refuses the service account
					base-dn: dc=example,dc=edu | base-dn: ou=none,dc=example,dc=edu | campanile.ldap.base-dn (application.yaml:8): | though it has dc=example,dc=edu; correct it
					ldap://127 | ldaps://127 | campanile.ldap.urls (application.yaml:5): | answers without TLS, so ldaps:// is for another port
					base-dn: | start-tls: true~    base-dn: | campanile.ldap.start-tls (application.yaml:8): | does not take StartTLS
					""")
	void whenSomethingIsWrongThenTheKeyAndItsLine(String good, String bad, String key, String reason) throws Exception {
		Output output = check(good, bad.replace("~", "\n"), null);
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith(key).contains(reason).endsWith("\n1 fault\n").hasLineCount(2);
		assertThat(output.out()).doesNotContain("is sound");
	}

	@Test
	void whenAServerDoesNotAnswerThenItIsNamedAndTheOtherIsTried() throws Exception {
		int port = Ports.free();
		Output output = check("urls: [", "urls: [\"ldap://127.0.0.1:" + port + "\", ", "alice");
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith("campanile.ldap.urls (application.yaml:5): 127.0.0.1:" + port
				+ " cannot be reached (Connection refused");
		assertThat(output.out()).contains("user            alice is uid=alice,");
	}

	@Test
	@Timeout(120)
	void whenAServerAcceptsAndNeverAnswersTheHandshakeThenThatIsReported() throws Exception {
		try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			String address = "127.0.0.1:" + silent.getLocalPort();
			Output output = check("ldap://" + directory.address(), "ldaps://" + address, null);
			assertThat(output.code()).isEqualTo(78);
			assertThat(output.err()).startsWith("campanile.ldap.urls (application.yaml:5): " + address
					+ " accepts, but does not answer a TLS handshake; ");
		}
	}

	/** The authority issues certificates for one day. */
	@Test
	void whenTheCertificateOfAServerExpiresSoonThenThatIsAWarning(@TempDir Path keys) throws Exception {
		TestAuthority authority = new TestAuthority(keys);
		authority.issueForLoopback(keys);
		try (EmbeddedDirectory secured = EmbeddedDirectory.demoOverTls(keys)) {
			Output output = check("urls: [\"ldap://" + directory.address() + "\"]", "urls: [\"ldaps://"
					+ secured.address() + "\"]\n    trusted-certificates: " + authority.certificate(), null);
			assertThat(output.err())
				.startsWith(
						"warning: campanile.ldap.urls: " + secured.address() + " has a certificate that expires on ")
				.hasLineCount(1);
			assertThat(output.code()).isZero();
		}
	}

	@Test
	void whenNobodyIsFoundThenTheFilter() throws Exception {
		Output output = check("", "", "nobody");
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith("campanile.ldap.user-filter: finds nobody for 'nobody' below");
	}

	@Test
	void whenTheDatabaseDoesNotAnswerThenItsKey() throws Exception {
		int port = Ports.free();
		Output output = check("  http:", "  storage: {type: jpa, jpa: {url: \"jdbc:postgresql://127.0.0.1:" + port
				+ "/campanile\", password: secret}}\n  http:", null);
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err())
			.startsWith("campanile.storage.jpa.url (application.yaml:9): jdbc:postgresql://127.0.0.1:" + port
					+ "/campanile: the server cannot be reached");
	}

	@Test
	void whenASourceAnswersThenALine() throws Exception {
		Output output = check("  http:", source(directory.address().toString(), "givenName"), "alice");
		assertThat(output.err()).isEmpty();
		assertThat(output.code()).isZero();
		assertThat(output.out()).contains("source second   answers", "is sound.");
	}

	@Test
	void whenASourceDoesNotAnswerThenItsKey() throws Exception {
		String address = "127.0.0.1:" + Ports.free();
		Output output = check("  http:", source(address, "givenName"), null);
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith("campanile.attributes.sources.second")
			.contains("it does not answer (", "check that it runs, its address and account, and firewalls in between")
			.endsWith("\n1 fault\n")
			.hasLineCount(2);
		assertThat(output.out()).doesNotContain("is sound");
	}

	/** The source can be reached, but its filter also matches another entry. */
	@Test
	void whenASourceFindsSeveralEntriesThenItsKeyAndTheUser() throws Exception {
		Output output = check("  http:", source(directory.address().toString(), "givenName").replace("attributes: [",
				"filter: \"(|(uid={username})(uid=bob))\", attributes: ["), "alice");
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith("campanile.attributes.sources.second")
			.contains("it does not return the values of alice (", "correct the query")
			.hasLineCount(2);
	}

	private static String source(String address, String attribute) {
		return """
				  attributes:
				    sources: {second: {ldap: {urls: ["ldap://%s"], bind-dn: "%s", bind-password: campanile-demo,
				      base-dn: "dc=example,dc=edu", attributes: [%s]}}}
				    definitions: {%s: {from: [second]}}
				  http:
				""".formatted(address, EmbeddedDirectory.DEMO_SERVICE_DN, attribute, attribute).stripTrailing();
	}

	@Test
	void whenAMemberDoesNotAnswerThenWhich() throws Exception {
		int port = Ports.free();
		Output output = check("  http:", "  storage: {type: hazelcast, hazelcast: {port: " + Ports.free()
				+ ", members: [\"127.0.0.1:" + port + "\", \"" + directory.address() + "\"]}}\n  http:", null);
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.out()).contains("store           member " + directory.address() + " can be reached");
		assertThat(output.err())
			.startsWith("campanile.storage.hazelcast.members (application.yaml:9): member 127.0.0.1:" + port
					+ " does not answer (")
			.hasLineCount(2);
	}

	@Test
	void whenNotAskedToConnectThenNobodyIsAsked() throws Exception {
		write("campanile-demo", "wrong");
		assertThat(Output.of("check", "--home", home.toString()).code()).isZero();
	}

	private Output check(String good, String bad, @Nullable String person) throws Exception {
		write(good, bad);
		return person == null ? Output.of("check", "--home", home.toString(), "--connect")
				: Output.of("check", "--home", home.toString(), "--connect", "--as", person);
	}

	private void write(String good, String bad) throws Exception {
		String settings = """
				campanile:
				  base-url: https://login.example.edu/idp
				  scopes: [example.edu]
				  ldap:
				    urls: ["ldap://%s"]
				    bind-dn: %s
				    bind-password: campanile-demo
				    base-dn: dc=example,dc=edu
				  http: {trusted-proxies: [10.0.0.5]}
				""".formatted(directory.address(), EmbeddedDirectory.DEMO_SERVICE_DN);
		Files.writeString(home.resolve("application.yaml"), good.isEmpty() ? settings : settings.replace(good, bad),
				StandardCharsets.UTF_8);
	}

}
