package org.campanile.web.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.sun.net.httpserver.HttpServer;
import org.campanile.testkit.process.Ports;
import org.campanile.web.command.ManagementException.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(60)
class ManagementClientTests {

	private static final String TOKEN = "0123456789abcdef0123456789abcdef";

	@TempDir
	private Path home;

	private HttpServer server;

	private volatile int status = 200;

	private volatile String type = "application/json";

	private volatile String body = "{}";

	private volatile String asked = "";

	private final List<String> warnings = new ArrayList<>();

	@BeforeEach
	void listen() throws Exception {
		server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", exchange -> {
			asked = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
					+ exchange.getRequestHeaders().getFirst("Authorization");
			byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", type);
			exchange.sendResponseHeaders(status, bytes.length);
			exchange.getResponseBody().write(bytes);
			exchange.close();
		});
		server.start();
	}

	@AfterEach
	void stop() {
		server.stop(0);
	}

	@Test
	void whenTheServerAnswersThenItsJson() throws Exception {
		write("management: {server: {port: " + port() + ", address: 127.0.0.1}}\n");
		token(TOKEN);
		body = "{\"live\":2}";
		try (ManagementClient client = ManagementClient.ofHome(home, warnings::add)) {
			assertThat(client.get("sessions", "principal", "j\u00f6rg & co", "limit", "5")).isEqualTo("{\"live\":2}");
			assertThat(asked).isEqualTo("GET /actuator/sessions?principal=j%C3%B6rg+%26+co&limit=5 Bearer " + TOKEN);
			client.delete("sessions/alice");
			assertThat(asked).isEqualTo("DELETE /actuator/sessions/alice Bearer " + TOKEN);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "''", "0.0.0.0" })
	void whenItListensEverywhereThenAskedOnLoopback(String address) throws Exception {
		write("management: {server: {port: " + port() + ", address: \"" + address
				+ "\"}, endpoints: {web: {base-path: /manage}}}\n");
		token(TOKEN);
		try (ManagementClient client = ManagementClient.ofHome(home, warnings::add)) {
			client.get("info");
			assertThat(asked).startsWith("GET /manage/info ");
		}
	}

	@Test
	void whenTheConfigurationNamesATokenThenThatOne() throws Exception {
		write("campanile.management.token: " + TOKEN + "x\nmanagement.server.port: " + port() + "\n");
		try (ManagementClient client = ManagementClient.ofHome(home, warnings::add)) {
			client.get("info");
			assertThat(asked).endsWith("Bearer " + TOKEN + "x");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			certificate: a | port: 8081         | https
			bundle: web    | port: 8081         | https
			bundle: web    | ssl.enabled: false | http
			enabled: false | ssl.bundle: admin  | https
			""")
	void whenThePortHasNoTlsOfItsOwnThenThatOfTheServer(String server, String management, String scheme)
			throws Exception {
		write("server.ssl." + server + "\nmanagement.server." + management + "\n");
		token(TOKEN);
		try (ManagementClient client = ManagementClient.ofHome(home, warnings::add)) {
			assertThat(client).hasToString(scheme + "://127.0.0.1:8081/actuator");
		}
	}

	@Test
	void whenNothingAnswersThenSo() throws Exception {
		int port = Ports.free();
		write("management.server.port: " + port + "\n");
		token(TOKEN);
		ManagementException failure = asking();
		assertThat(failure.kind()).isEqualTo(Kind.NOT_RUNNING);
		assertThat(failure).hasMessage("nothing answers at 127.0.0.1:" + port
				+ "; start the server, or give the home folder it was started with (--home)");
		assertThat(StartFailure.of(failure)).satisfies(told -> {
			assertThat(told.exitCode()).isEqualTo(69);
			assertThat(told.lines()).containsExactly(failure.getMessage());
		});
	}

	@Test
	void whenItTakesTheConnectionAndNeverAnswersThenNotForEver() throws Exception {
		try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				ManagementClient client = new ManagementClient(
						URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/actuator"), TOKEN,
						Duration.ofSeconds(3))) {
			assertThatExceptionOfType(ManagementException.class).isThrownBy(() -> client.get("info"))
				.withMessageContaining("gave no answer within")
				.satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.NOT_RUNNING));
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "401 | {\"error\":\"the token\"} | TOKEN | rejects the token of this home folder",
					"403 | {\"error\":\"not for pages\"} | FORBIDDEN | (not for pages)",
					"404 | {\"error\":\"no such person\"} | NOT_FOUND | no such person",
					"404 | {} | NOT_FOUND | management.endpoints.web.exposure.include",
					"400 | {\"error\":\"principal: whose?\"} | BAD_REQUEST | principal: whose?",
					"503 | {\"error\":\"the store is down\"} | UNAVAILABLE | the store is down",
					"500 | {} | OTHER | answered with status 500",
					"500 | {nonsense | OTHER | answered with status 500" })
	void whenTheServerRefusesThenALineWithTheReason(int answered, String json, Kind kind, String reason)
			throws Exception {
		write("management.server.port: " + port() + "\n");
		token(TOKEN);
		status = answered;
		body = json;
		ManagementException failure = asking();
		assertThat(failure.kind()).isEqualTo(kind);
		assertThat(failure.getMessage()).contains(reason).doesNotContain(TOKEN).hasLineCount(1);
		assertThat(failure.body()).hasValue(json);
	}

	@Test
	void whenSomethingElseAnswersThenSo() throws Exception {
		write("management.server.port: " + port() + "\n");
		token(TOKEN);
		type = "text/html";
		body = "<!DOCTYPE html>";
		assertThat(asking()).hasMessageContaining("answered with status 200 and no JSON; is that the server's");
	}

	@Test
	void whenThereIsNoTokenThenItSaysWhereItComesFrom() throws Exception {
		write("management.server.port: " + port() + "\n");
		ManagementException failure = asking();
		assertThat(failure).hasMessageStartingWith(home.resolve("credentials/management.token") + " is missing; ");
		assertThat(failure.exitCode()).isEqualTo(78);
		assertThat(asked).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "0, changes with each start", "-1, cannot be reached" })
	void whenThereIsNoPortToAskThenSo(int port, String reason) throws Exception {
		write("management.server.port: " + port + "\n");
		token(TOKEN);
		assertThat(asking()).hasMessageStartingWith("management.server.port: ").hasMessageContaining(reason);
	}

	@Test
	void whenTheHomeFolderIsNoneOrHasFaultsThenSo() throws Exception {
		assertThat(asking()).hasMessageContaining("application.yaml is missing");
		write("campanile.management.tokn: 1\n");
		assertThatExceptionOfType(FaultyConfigurationException.class)
			.isThrownBy(() -> ManagementClient.ofHome(home, warnings::add))
			.satisfies(failure -> assertThat(failure.faults()).singleElement()
				.asString()
				.startsWith("campanile.management.tokn (application.yaml:4): "));
	}

	@ParameterizedTest
	@ValueSource(strings = { "campanile.nonsense: 1", "logging.level.a: FOO", "logging.structured.format.console: json",
			"logging.file.name: /dev/null", "campanile.audit.file: /dev/null", "campanile.audit.format: jsom",
			"management.server.ssl.key-store-password: ${NO_SUCH_VARIABLE}" })
	void whenTheConfigurationHasOtherFaultsThenTheyAreWarningsAndTheServerIsAsked(String fault) throws Exception {
		write(fault + "\nmanagement.server.port: " + port() + "\n");
		token(TOKEN);
		try (ManagementClient client = ManagementClient.ofHome(home, warnings::add)) {
			client.get("info");
			assertThat(asked).startsWith("GET /actuator/info ");
		}
		assertThat(warnings).singleElement()
			.asString()
			.startsWith("warning: " + fault.substring(0, fault.indexOf(':')) + " (application.yaml:4): ");
	}

	/** The home folder of a demo has a token but no settings file. */
	@Test
	void whenThereIsATokenAndNoFileOfSettingsThenTheUsualPort() throws Exception {
		token(TOKEN);
		try (ManagementClient client = ManagementClient.ofHome(home, warnings::add)) {
			assertThat(client).hasToString("http://127.0.0.1:8081/actuator");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "geheim", "geheim-of-the-first-line-which-is-long\nand another line of it" })
	void whenTheFileHoldsNoTokenThenItIsNamedAndNotQuoted(String token) throws Exception {
		write("management.server.port: " + port() + "\n");
		token(token);
		ManagementException failure = asking();
		assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
		assertThat(failure).hasMessageStartingWith(home.resolve("credentials/management.token") + ": not a token of")
			.hasMessageNotContaining("geheim");
		assertThat(asked).isEmpty();
	}

	private ManagementException asking() {
		return catchThrowableOfType(ManagementException.class, () -> {
			try (ManagementClient client = ManagementClient.ofHome(home, warnings::add)) {
				client.get("info");
			}
		});
	}

	private int port() {
		return server.getAddress().getPort();
	}

	private void token(String token) throws IOException {
		Files.createDirectories(home.resolve("credentials"));
		Files.writeString(home.resolve("credentials/management.token"), token + "\n");
	}

	private void write(String yaml) throws IOException {
		Files.writeString(home.resolve("application.yaml"),
				"campanile:\n  base-url: http://localhost:8080/idp\n  ldap: {urls: \"ldap://127.0.0.1:1\", base-dn: \"dc=example,dc=edu\"}\n"
						+ yaml);
	}

}
