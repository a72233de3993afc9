package org.campanile.saml.crypto;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Objects;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemWriter;
import org.campanile.saml.crypto.Credentials.PublishedCertificate;
import org.campanile.testkit.saml.TestCredentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CredentialLoaderTests {

	private static final Instant NOW = TestCredentials.NOW;

	private static final KeyPair RSA = TestCredentials.keyPair(KeyType.RSA_2048);

	private static final KeyPair EC = TestCredentials.keyPair(KeyType.EC_P256);

	@TempDir
	private Path home;

	private Path folder() {
		return home.resolve("credentials");
	}

	@ParameterizedTest
	@EnumSource
	void whenFirstStartThenMadeAndThereafterLoaded(KeyType type) throws Exception {
		Credentials made = loader("signing.pem", type).load();
		Credentials loaded = loader("signing.pem", KeyType.RSA_2048).load();
		X509Certificate certificate = made.signing().certificate();
		certificate.verify(certificate.getPublicKey());
		assertThat(loaded.signing().certificate()).isEqualTo(certificate);
		assertThat(loaded.published()).extracting(PublishedCertificate::name)
			.containsExactly("credentials/signing.pem");
		assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=login.example.edu");
		assertThat(Duration.between(NOW, certificate.getNotAfter().toInstant()).toDays()).isBetween(3650L, 3653L);
		if (certificate.getPublicKey() instanceof RSAKey rsa) {
			assertThat(rsa.getModulus().bitLength()).isEqualTo(type == KeyType.RSA_3072 ? 3072 : 2048);
		}
		assertThat(made.signing().algorithm())
			.isEqualTo(type == KeyType.EC_P256 ? SignatureAlgorithm.ECDSA_SHA256 : SignatureAlgorithm.RSA_SHA256);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder().resolve("signing.pem"))))
			.isEqualTo("rw-------");
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder()))).isEqualTo("rwx------");
		try (var files = Files.list(folder())) {
			assertThat(files).hasSize(1);
		}
		assertThat(made.signing().toString()).doesNotContain("modulus", "xponent");
	}

	@Test
	void whenSeveralThenOneSignsAndAllArePublished() throws Exception {
		write("signing.pem", pkcs8(RSA), certificate(RSA, NOW.plus(Duration.ofDays(90))));
		write("signing-2027.pem", pkcs8(EC), certificate(EC, NOW.plus(Duration.ofDays(900))));
		KeyPair old = TestCredentials.keyPair(KeyType.EC_P256);
		write("signing-2024.pem", certificate(old, NOW.plus(Duration.ofDays(9))));
		write("sealing.pem", "not read");
		Credentials credentials = loader("signing-2027.pem", KeyType.RSA_2048).load();
		assertThat(credentials.signing().algorithm()).isEqualTo(SignatureAlgorithm.ECDSA_SHA256);
		assertThat(credentials.published()).extracting(PublishedCertificate::name)
			.containsExactly("credentials/signing-2027.pem", "credentials/signing-2024.pem", "credentials/signing.pem");
	}

	@ParameterizedTest
	@ValueSource(strings = { "openssl-ec.pem", "openssl-rsa.pem" })
	void whenWrittenByOpenSslThenRead(String resource) throws Exception {
		write("signing.pem", resource(resource));
		assertThat(loader("signing.pem", KeyType.RSA_2048).load().published()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "openssl-encrypted.pem", "openssl-encrypted-sec1.pem" })
	void whenProtectedByPassphraseThenOneClearLine(String resource) throws Exception {
		refused("protected by a passphrase", resource(resource));
	}

	@Test
	void whenChainThenTheCertificateOfTheKeyIsTaken() throws Exception {
		write("signing.pem", certificate(EC, NOW.plus(Duration.ofDays(90))),
				certificate(RSA, NOW.plus(Duration.ofDays(91))), pkcs8(RSA));
		assertThat(loader("signing.pem", KeyType.RSA_2048).load().signing().certificate().getPublicKey())
			.isEqualTo(RSA.getPublic());
	}

	@Test
	void whenUnusableThenOneClearLine() throws Exception {
		String certificate = certificate(RSA, NOW.plus(Duration.ofDays(90)));
		refused("credentials/signing.pem: private key and certificate do not belong together", pkcs8(EC), certificate);
		refused("credentials/signing.pem: private key and certificate do not belong together",
				pkcs8(TestCredentials.keyPair(KeyType.RSA_2048)), certificate);
		refused("credentials/signing.pem: holds no private key", certificate);
		refused("credentials/signing.pem: holds no certificate", pkcs8(RSA));
		refused("credentials/signing.pem: holds 2 private keys", pkcs8(RSA), pkcs8(EC), certificate);
		refused("credentials/signing.pem: cannot be read", pkcs8(RSA).replaceFirst("MII", "MI!"), certificate);
		refused("credentials/signing.pem: cannot be read",
				"-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n", certificate);
		KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
		generator.initialize(1024);
		KeyPair weak = generator.generateKeyPair();
		refused("credentials/signing.pem: an RSA key of 1024 bits", pkcs8(weak),
				certificate(weak, NOW.plus(Duration.ofDays(90))));
		KeyPairGenerator p384 = KeyPairGenerator.getInstance("EC");
		p384.initialize(384);
		KeyPair other = p384.generateKeyPair();
		refused("of a kind that is not supported", pkcs8(other), certificate(other, NOW.plus(Duration.ofDays(90))));
	}

	@Test
	void whenTheNamedFileIsMissingThenNoKeyIsMadeInItsPlace() throws Exception {
		write("signing.pem", pkcs8(RSA), certificate(RSA, NOW.plus(Duration.ofDays(90))));
		assertThatIllegalArgumentException().isThrownBy(() -> loader("signing-new.pem", KeyType.RSA_2048).load())
			.withMessageContaining("campanile.credentials.signing")
			.withMessageContaining("name one of signing.pem");
		assertThat(folder().resolve("signing-new.pem")).doesNotExist();
		assertThatIllegalArgumentException().isThrownBy(() -> loader("../signing.pem", KeyType.RSA_2048).load())
			.withMessageContaining("not a plain file name");
	}

	@Test
	void whenTheFolderCannotBeMadeThenOneClearLine() throws Exception {
		Files.writeString(folder(), "a file");
		assertThatIllegalArgumentException().isThrownBy(() -> loader("signing.pem", KeyType.EC_P256).load())
			.withMessageContaining("could not be written");
	}

	@Test
	void whenAnotherProcessWasFasterThenItsKeyStays() throws Exception {
		Files.createDirectories(folder());
		Path file = folder().resolve("signing.pem");
		Files.writeString(file, "theirs");
		CredentialFile.create(file, KeyType.EC_P256, "x".repeat(65), NOW, new SecureRandom());
		assertThat(file).hasContent("theirs");
	}

	@Test
	void whenExpiringThenWarnedByThreshold() throws Exception {
		Instant expiry = NOW.plus(Duration.ofDays(100));
		write("signing.pem", pkcs8(EC), certificate(EC, expiry));
		Credentials credentials = loader("signing.pem", KeyType.RSA_2048).load();
		List<Integer> days = List.of(31, 30, 8, 7, 2, 1, 0, -1);
		assertThat(days).map(left -> credentials.expiryWarnings(expiry.minus(Duration.ofDays(left))))
			.map(warnings -> warnings.isEmpty() ? -1 : warnings.getFirst().withinDays())
			.containsExactly(-1, 30, 30, 7, 7, 1, 0, 0);
	}

	private void refused(String message, String... content) throws IOException {
		write("signing.pem", content);
		assertThatIllegalArgumentException().isThrownBy(() -> loader("signing.pem", KeyType.RSA_2048).load())
			.withMessageContaining(message);
	}

	private CredentialLoader loader(String signing, KeyType type) {
		return new CredentialLoader(folder(), new CredentialSettings(signing, type), "login.example.edu",
				CryptoProvider.installed(), InstantSource.fixed(NOW), new SecureRandom());
	}

	private void write(String name, String... content) throws IOException {
		Files.createDirectories(folder());
		Files.writeString(folder().resolve(name), String.join("\n", content), StandardCharsets.US_ASCII);
	}

	private static String pkcs8(KeyPair pair) throws IOException {
		StringWriter text = new StringWriter();
		try (PemWriter pem = new PemWriter(text)) {
			pem.writeObject(new JcaPKCS8Generator(pair.getPrivate(), null));
		}
		return text.toString();
	}

	private static String misc(Object object) throws IOException {
		StringWriter text = new StringWriter();
		try (PemWriter pem = new PemWriter(text)) {
			pem.writeObject(new JcaMiscPEMGenerator(object));
		}
		return text.toString();
	}

	private static String resource(String name) throws IOException {
		try (InputStream stream = CredentialLoaderTests.class.getResourceAsStream(name)) {
			return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.US_ASCII);
		}
	}

	private static String certificate(KeyPair pair, Instant expiry) throws Exception {
		X500Name subject = new X500Name("CN=test");
		String algorithm = "EC".equals(pair.getPrivate().getAlgorithm()) ? "SHA256withECDSA" : "SHA256withRSA";
		X509CertificateHolder certificate = new JcaX509v3CertificateBuilder(subject, BigInteger.ONE,
				Date.from(NOW.minus(Duration.ofDays(1))), Date.from(expiry), subject, pair.getPublic())
			.build(new JcaContentSignerBuilder(algorithm).build(pair.getPrivate()));
		return misc(certificate);
	}

}
