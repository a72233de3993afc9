package org.campanile.testkit.directory;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.campanile.testkit.saml.TestSigningKeys;

/** A certification authority for a test's servers; writes PEM. */
public final class TestAuthority {

	private static final X500Name NAME = new X500Name("CN=Campanile test CA");

	private final AtomicLong serial = new AtomicLong(1);

	private final KeyPair keys = keyPair();

	private final Path certificate;

	public TestAuthority(Path folder) {
		this.certificate = write(folder.resolve("ca.pem"), certificate(NAME, keys, true, new GeneralName[0]));
	}

	/** The CA certificate. */
	public Path certificate() {
		return certificate;
	}

	/**
	 * Issues a certificate for an IP address or a host name, with the key of all servers.
	 * @param folder where {@code server.pem} and {@code server.key} are written
	 */
	public void issue(Path folder, GeneralName... names) {
		issue(folder, TestSigningKeys.rsa("server", 2048), names);
	}

	/**
	 * Issues a certificate for keys of the caller's choice, for a server at localhost.
	 */
	public void issueForLocalhost(Path folder, KeyPair server) {
		issue(folder, server, new GeneralName(GeneralName.dNSName, "localhost"));
	}

	private void issue(Path folder, KeyPair server, GeneralName... names) {
		write(folder.resolve("server.pem"), certificate(new X500Name("CN=Directory"), server, false, names));
		try {
			write(folder.resolve("server.key"), new JcaPKCS8Generator(server.getPrivate(), null).generate());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Issues a certificate like {@link #issue}, for a server at 127.0.0.1. */
	public void issueForLoopback(Path folder) {
		issue(folder, new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
	}

	private Object certificate(X500Name subject, KeyPair pair, boolean authority, GeneralName[] names) {
		try {
			Instant now = Instant.now();
			JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(NAME,
					BigInteger.valueOf(serial.getAndIncrement()), Date.from(now.minus(1, ChronoUnit.HOURS)),
					Date.from(now.plus(1, ChronoUnit.DAYS)), subject, pair.getPublic());
			builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
			if (names.length > 0) {
				builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
			}
			return builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()));
		}
		catch (CertIOException | OperatorCreationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Path write(Path file, Object content) {
		StringWriter text = new StringWriter();
		try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
			pem.writeObject(content);
			pem.flush();
			return Files.writeString(file, text.toString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static KeyPair keyPair() {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
			// GnuTLS, which slapd uses, cannot read the form in which the JDK writes EC
			// keys.
			generator.initialize(2048);
			return generator.generateKeyPair();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
