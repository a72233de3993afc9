package org.campanile.saml.assertion;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeValue;
import org.campanile.protocol.Answer;
import org.campanile.release.ReleasedAttribute;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.signon.Refusal;
import org.campanile.signon.StageTimers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares responses with recorded ones byte by byte, for a fixed clock, fixed keys and
 * fixed random numbers. If the system property {@code campanile.responses} names a
 * folder, writes the current responses there.
 */
class ResponseBytesTests {

	@TempDir
	private Path folder;

	private Credentials credentials;

	private ResponseIssuer issuer;

	@BeforeEach
	void prepare() throws Exception {
		Path key = Files.createFile(folder.resolve("signing.pem"),
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
		Files.write(key, resource("signing.pem"));
		InstantSource clock = InstantSource.fixed(TestSignOns.NOW);
		CryptoProvider crypto = CryptoProvider.installed();
		this.credentials = new CredentialLoader(folder, new CredentialSettings("signing.pem", KeyType.RSA_2048),
				"login.example.edu", crypto, clock, new SecureRandom())
			.load();
		this.issuer = new ResponseIssuer(
				new IdentityProvider("https://idp.example.edu/idp/shibboleth", "https://idp.example.edu/idp",
						List.of("example.edu")),
				credentials, crypto, new SamlAttributeNames(Map.of()), clock, new FixedRandom(),
				new StageTimers(new SimpleMeterRegistry()));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenSignedThenTheBytesAreAsRecorded(boolean assertionSigned) throws Exception {
		TestSignOns signOn = signOn().relayState("a=1&b=2").wantAssertionsSigned(assertionSigned);
		compare(assertionSigned ? "assertion-signed" : "response-signed",
				issuer.success(signOn.request(), signOn.granted()).message());
	}

	@ParameterizedTest
	@ValueSource(strings = { "2009/xmlenc11#aes128-gcm", "2001/04/xmlenc#aes256-cbc" })
	void whenEncryptedThenTheBytesAreAsRecorded(String cipher) throws Exception {
		PublicKey key = credentials.signing().certificate().getPublicKey();
		TestSignOns signOn = signOn().wantAssertionsSigned(true)
			.encryptTo(key, "http://www.w3.org/" + cipher, "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p");
		compare("encrypted-" + cipher.substring(cipher.indexOf('#') + 1),
				issuer.success(signOn.request(), signOn.granted()).message());
	}

	@Test
	void whenRefusedThenTheBytesAreAsRecorded() throws Exception {
		compare("refused", issuer.refusal(signOn().request(), Refusal.NO_AUTHN_CONTEXT));
	}

	private static TestSignOns signOn() {
		return new TestSignOns()
			.attributes(List.of(new ReleasedAttribute("mail", List.of(new AttributeValue.Text("alice@example.edu"))),
					new ReleasedAttribute("displayName", List.of(new AttributeValue.Text("Alice & <Söhne>")))));
	}

	private static void compare(String name, Answer.Post message) throws Exception {
		byte[] written = Base64.getDecoder().decode(String.valueOf(message.fields().get("SAMLResponse")));
		String leave = System.getProperty("campanile.responses");
		if (leave != null) {
			try (OutputStream out = Files.newOutputStream(Path.of(leave, name + ".xml"))) {
				out.write(written);
			}
		}
		assertThat(new String(written, StandardCharsets.UTF_8))
			.isEqualTo(new String(resource(name + ".xml"), StandardCharsets.UTF_8));
	}

	private static byte[] resource(String name) throws Exception {
		try (InputStream in = Objects.requireNonNull(ResponseBytesTests.class.getResourceAsStream(name), name)) {
			return in.readAllBytes();
		}
	}

	/** A random generator with the same numbers for each test. */
	private static final class FixedRandom extends SecureRandom {

		private static final long serialVersionUID = 1L;

		private final Random random = new Random(20261120);

		@Override
		public void nextBytes(byte[] bytes) {
			random.nextBytes(bytes);
		}

	}

}
