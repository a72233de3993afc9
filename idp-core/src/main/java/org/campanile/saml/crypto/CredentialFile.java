package org.campanile.saml.crypto;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemWriter;

import org.campanile.seal.SecretFile;

/**
 * Creates a key with a self-signed certificate and writes both to a file readable only by
 * its owner.
 */
final class CredentialFile {

	// Services trust the key in metadata regardless of the certificate's dates, so a
	// short
	// validity would only cause outages.
	private static final Duration LIFE = Duration.ofDays(3653);

	private static final Duration CLOCK_TOLERANCE = Duration.ofHours(1);

	private static final int SERIAL_BITS = 159;

	private static final int MAX_COMMON_NAME = 64;

	private CredentialFile() {
	}

	/**
	 * Creates the file; if another process has created it meanwhile, that one is kept.
	 * @param commonName the certificate's subject
	 */
	static void create(Path file, KeyType type, String commonName, Instant now, SecureRandom random)
			throws IOException {
		KeyPair pair = type.generate(random);
		StringWriter text = new StringWriter();
		try (PemWriter pem = new PemWriter(text)) {
			pem.writeObject(new JcaPKCS8Generator(pair.getPrivate(), null));
			pem.writeObject(new JcaMiscPEMGenerator(certificate(pair, type, commonName, now, random)));
		}
		catch (OperatorCreationException ex) {
			throw new IllegalStateException(ex);
		}
		SecretFile.create(file, text.toString().getBytes(StandardCharsets.US_ASCII));
	}

	private static X509CertificateHolder certificate(KeyPair pair, KeyType type, String commonName, Instant now,
			SecureRandom random) throws OperatorCreationException {
		String name = (commonName.isEmpty() || commonName.length() > MAX_COMMON_NAME) ? "campanile" : commonName;
		X500Name subject = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build();
		BigInteger serial = new BigInteger(SERIAL_BITS, random).setBit(0);
		return new JcaX509v3CertificateBuilder(subject, serial, Date.from(now.minus(CLOCK_TOLERANCE)),
				Date.from(now.plus(LIFE)), subject, pair.getPublic())
			.build(new JcaContentSignerBuilder(type.certificateSignature()).setSecureRandom(random)
				.build(pair.getPrivate()));
	}

}
