package org.campanile.web.validation;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.attribute.Tls;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.seal.Sha256;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.process.Ports;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests codes of an enrolled authenticator app, validated over TLS on a separate port.
 */
@Timeout(120)
class EnrolledValidationTests {

	private static final String TOKEN = "radius-token-0123456789abcdef01234567";

	private static final byte[] SECRET = "validation-secret-20".getBytes(StandardCharsets.US_ASCII);

	private static final int STEP = 30;

	/** Wide enough for the codes of a test to stay valid while it runs. */
	private static final int WINDOW = 5;

	private static TestIdp idp;

	private static HttpClient client;

	private static int port;

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		Path keys = Files.createDirectories(home.resolve("validation"));
		TestAuthority authority = new TestAuthority(keys);
		authority.issueForLoopback(keys);
		port = Ports.free();
		idp = TestIdp.start(home, "campanile.factors.enabled=true", "campanile.storage.memory.durable.accept-loss=true",
				"campanile.factors.totp.window=" + WINDOW, "campanile.validation.enabled=true",
				"campanile.validation.failure-step=0", "campanile.validation.listen.port=" + port,
				"campanile.validation.listen.address=127.0.0.1",
				"campanile.validation.listen.certificate=validation/server.pem",
				"campanile.validation.listen.private-key=validation/server.key",
				"campanile.validation.clients.radius.token-sha256=" + HexFormat.of().formatHex(Sha256.of(TOKEN)));
		SSLContext tls = Tls.context(Optional.of(authority.certificate()));
		client = HttpClient.newBuilder().sslContext(tls).build();
		enrol("alice");
	}

	@AfterAll
	static void stop() {
		client.close();
		idp.close();
	}

	private static void enrol(String user) throws MethodUnavailableException {
		EnrolledMethod totp = idp.beans(EnrolledMethod.class)
			.stream()
			.filter(method -> method.kind().code().equals("totp"))
			.findFirst()
			.orElseThrow();
		Map<String, String> shown = Map.of("id", "test", "secret", TestApp.base32(SECRET), "algorithm", "SHA1",
				"digits", "6", "period", Integer.toString(STEP));
		AuthenticatedUser signedIn = new AuthenticatedUser(user, user, Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, Instant.now())), Optional.empty());
		assertThat(totp.enrol(signedIn,
				new Submission(user, Map.of("code", code(-2)), shown, new LoginOrigin("127.0.0.1"))))
			.isInstanceOf(EnrolledMethod.EnrolmentVerdict.Enrolled.class);
	}

	/** Returns the code of the time step this many steps from now (RFC 6238). */
	private static String code(int steps) {
		try {
			Mac mac = Mac.getInstance("HmacSHA1");
			mac.init(new SecretKeySpec(SECRET, "HmacSHA1"));
			byte[] hash = mac.doFinal(
					ByteBuffer.allocate(Long.BYTES).putLong(Instant.now().getEpochSecond() / STEP + steps).array());
			int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & 0x7fff_ffff;
			return "%06d".formatted(number % 1_000_000);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static HttpResponse<String> ask(String url, String user, String pass) throws Exception {
		return client.send(HttpRequest.newBuilder(URI.create(url))
			.header("Authorization", "Bearer " + TOKEN)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("user=" + user + "&pass=" + URLEncoder.encode(pass, StandardCharsets.UTF_8)))
			.build(), BodyHandlers.ofString());
	}

	private static String own(String path) {
		return "https://127.0.0.1:" + port + path;
	}

	@Test
	void whenACodeOfAnAppIsRightThenAcceptedOnce() throws Exception {
		String right = "alice-demo" + code(1);
		assertThat(ask(own("/validate/check"), "alice", right).body()).contains("\"ACCEPT\"", "\"TOTP-TEST\"");
		assertThat(ask(own("/validate/check"), "alice", right).body()).contains("\"REJECT\"");
		assertThat(ask(own("/validate/check"), "bob", "bob-demo" + code(2)).body()).contains("\"REJECT\"");
	}

	@Test
	void whenItHasAPortOfItsOwnThenNothingElseIsThereAndItIsNowhereElse() throws Exception {
		assertThat(ask(own("/actuator/health"), "alice", "x").statusCode()).isEqualTo(404);
		assertThat(ask(idp.managementUrl().replace("/actuator", "/validate/check"), "alice", "x").statusCode())
			.isEqualTo(404);
		assertThat(client
			.send(HttpRequest.newBuilder(URI.create(idp.managementUrl() + "/health")).build(),
					BodyHandlers.discarding())
			.statusCode()).isEqualTo(200);
	}

}
