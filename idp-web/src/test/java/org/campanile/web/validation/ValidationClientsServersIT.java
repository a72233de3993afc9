package org.campanile.web.validation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.json.JsonParserFactory;

import org.campanile.seal.Sha256;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests clients of privacyIDEA over TLS, with the token in the URL: the one by which
 * privacyIDEA 3.14 asks another privacyIDEA, and django-privacyidea-auth 0.3.
 */
@Timeout(600)
class ValidationClientsServersIT {

	private static final String TOKEN = "0123456789abcdef0123456789abcdef";

	private static final String ODD_PASSWORD = "50% gr\u00fcn & +=/?\"%41";

	private static final ObservedDirectory guests = new ObservedDirectory();

	private static final FakeCodes codes = new FakeCodes();

	@TempDir
	private static Path folder;

	private static Path certificate;

	private static TestIdp idp;

	private static int port;

	@BeforeAll
	static void start() throws Exception {
		run(Installed.PYTHON.path().toString(), "-m", "venv", folder.resolve("venv").toString());
		run(python(), "-m", "pip", "install", "-q", "--disable-pip-version-check", "privacyidea==3.14",
				"django-privacyidea-auth==0.3", "Django");
		try (InputStream in = ValidationClientsServersIT.class.getResourceAsStream("privacyidea_clients.py")) {
			Files.write(folder.resolve("privacyidea_clients.py"), Objects.requireNonNull(in).readAllBytes());
		}
		Path home = TestIdp.newHome();
		Path keys = Files.createDirectories(home.resolve("validation"));
		TestAuthority authority = new TestAuthority(keys);
		authority.issueForLoopback(keys);
		certificate = authority.certificate();
		port = Ports.free();
		idp = TestIdp.start(home, codes::register, "campanile.validation.enabled=true",
				"campanile.validation.listen.port=" + port, "campanile.validation.listen.address=127.0.0.1",
				"campanile.validation.listen.certificate=validation/server.pem",
				"campanile.validation.listen.private-key=validation/server.key",
				"campanile.validation.realms.vpn.challenge=true", "campanile.validation.realms.wifi.check=password",
				"campanile.validation.realms.guests.check=password",
				"campanile.validation.realms.guests.ldap.urls=ldap://127.0.0.1:" + guests.address().port(),
				"campanile.validation.realms.guests.ldap.base-dn=" + EmbeddedDirectory.DEMO_BASE_DN,
				"campanile.validation.realms.guests.ldap.bind-dn=" + EmbeddedDirectory.DEMO_SERVICE_DN,
				"campanile.validation.realms.guests.ldap.bind-password=" + EmbeddedDirectory.DEMO_SERVICE_PASSWORD,
				"campanile.validation.clients.remote.encodes-twice=true",
				"campanile.validation.clients.remote.token-sha256="
						+ HexFormat.of().formatHex(Sha256.of("remote" + TOKEN)),
				"campanile.validation.clients.plugin.token-sha256=" + HexFormat.of().formatHex(Sha256.of(TOKEN)));
	}

	@AfterAll
	static void stop() {
		idp.close();
		guests.close();
	}

	@BeforeEach
	void forget() {
		codes.next.clear();
	}

	private static String python() {
		return folder.resolve("venv/bin/python").toString();
	}

	private static String run(String... command) throws Exception {
		Process process = new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
		String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(() -> String.join(" ", command) + ": " + out + readable(folder.resolve("err")))
			.isZero();
		return out.strip();
	}

	private static String readable(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	private static String ask(String client, String token, String realm, String user, String pass,
			String... transaction) throws Exception {
		List<String> command = new ArrayList<>(List.of(python(), folder.resolve("privacyidea_clients.py").toString(),
				client,
				"https://" + (client.equals("server") ? "remote:remote" : "plugin:") + token + "@127.0.0.1:" + port,
				certificate.toString(), realm, user, pass));
		command.addAll(List.of(transaction));
		return run(command.toArray(String[]::new));
	}

	/** A response received by privacyIDEA's own client. */
	private record Answer(int status, Map<String, Object> body) {

		static Answer of(String token, String realm, String user, String pass, String... transaction) throws Exception {
			String[] parts = ask("server", token, realm, user, pass, transaction).split(" ", 2);
			return new Answer(Integer.parseInt(parts[0]), JsonParserFactory.getJsonParser().parseMap(parts[1]));
		}

		@Nullable Object at(String part, String name) {
			return ((Map<?, ?>) Objects.requireNonNull(body.get(part))).get(name);
		}

	}

	@Test
	void whenPrivacyIdeaAsksThenRightAndWrongPasswordsAndCodesAreTold() throws Exception {
		codes.next.put("alice", "123456");
		assertThat(Answer.of(TOKEN, "vpn", "alice", "alice-demo654321").at("result", "value")).isEqualTo(false);
		assertThat(Answer.of(TOKEN, "vpn", "alice", "wrong123456").at("result", "value")).isEqualTo(false);
		assertThat(Answer.of(TOKEN, "vpn", "alice", "alice-demo123456").at("result", "value")).isEqualTo(true);
		assertThat(Answer.of(TOKEN, "vpn", "alice", "alice-demo123456").at("result", "value")).as("once more")
			.isEqualTo(false);
		assertThat(Answer.of(TOKEN, "wifi", "bob", "bob-demo").at("result", "value")).isEqualTo(true);
	}

	@Test
	void whenPrivacyIdeaIsChallengedThenTheTransactionIsAnsweredOnce() throws Exception {
		codes.next.put("carol", "123456");
		Answer challenge = Answer.of(TOKEN, "vpn", "carol", "carol-demo");
		assertThat(challenge.at("result", "authentication")).isEqualTo("CHALLENGE");
		String transaction = String.valueOf(challenge.at("detail", "transaction_id"));
		assertThat(Answer.of(TOKEN, "vpn", "carol", "123456", transaction).at("result", "value")).isEqualTo(true);
		codes.next.put("carol", "234567");
		assertThat(Answer.of(TOKEN, "vpn", "carol", "234567", transaction).at("result", "value")).isEqualTo(false);
	}

	@Test
	void whenTheTokenOrTheRealmIsWrongThenAnErrorThatPrivacyIdeaReads() throws Exception {
		Answer token = Answer.of("f".repeat(32), "wifi", "bob", "bob-demo");
		assertThat(token.status()).isEqualTo(401);
		assertThat(token.at("result", "status")).isEqualTo(false);
		assertThat(Answer.of(TOKEN, "nowhere", "bob", "bob-demo").status()).isEqualTo(403);
	}

	@Test
	void whenThePasswordHasOtherCharactersThenItArrivesAsItWasTyped() throws Exception {
		guests.add("dn: uid=guest,dc=example,dc=edu", "objectClass: account", "uid: guest",
				"userPassword: " + ODD_PASSWORD);
		assertThat(Answer.of(TOKEN, "guests", "guest", ODD_PASSWORD).at("result", "value")).isEqualTo(true);
		assertThat(ask("django", TOKEN, "guests", "guest", ODD_PASSWORD)).isEqualTo("guest");
	}

	@Test
	void whenDjangoAsksThenThatUserIsSignedInOrNobody() throws Exception {
		codes.next.put("grace", "123456");
		assertThat(ask("django", TOKEN, "vpn", "grace", "grace-demo123456")).isEqualTo("grace");
		assertThat(ask("django", TOKEN, "vpn", "grace", "grace-demo123456")).as("once more").isEqualTo("None");
		assertThat(ask("django", TOKEN, "wifi", "bob", "wrong")).isEqualTo("None");
		assertThat(ask("django", "f".repeat(32), "wifi", "bob", "bob-demo")).isEqualTo("None");
	}

}
