package org.campanile.saml.crypto;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/**
 * The content of a PEM file: at most one private key (PKCS #8, PKCS #1 or SEC 1) and its
 * certificates.
 *
 * @param name the file's name
 * @param certificates the certificates, in order
 */
record PemFile(String name, Optional<PrivateKey> key, List<X509Certificate> certificates) {

	/**
	 * @throws IllegalArgumentException if it cannot be read or its content cannot be
	 * used; the message names file, reason and remedy
	 */
	static PemFile read(Path path) {
		String name = "credentials/" + path.getFileName();
		List<PrivateKey> keys = new ArrayList<>();
		List<X509Certificate> certificates = new ArrayList<>();
		JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
		try {
			for (Object part : parts(path)) {
				switch (part) {
					case PrivateKeyInfo info -> keys.add(converter.getPrivateKey(info));
					case PEMKeyPair pair -> keys.add(converter.getPrivateKey(pair.getPrivateKeyInfo()));
					case X509CertificateHolder holder -> certificates.add(certificate(holder));
					case PEMEncryptedKeyPair ignored -> throw encrypted(name);
					case PKCS8EncryptedPrivateKeyInfo ignored -> throw encrypted(name);
					default -> {
						// In some files the parameters of an elliptic curve precede its
						// key.
					}
				}
			}
		}
		catch (IOException | CertificateException ex) {
			throw new IllegalArgumentException(
					name + ": cannot be read (" + ex.getMessage() + "); it must be a readable PEM file", ex);
		}
		if (keys.size() > 1) {
			throw new IllegalArgumentException(name + ": holds " + keys.size() + " private keys; keep one a file");
		}
		return new PemFile(name, keys.stream().findFirst(), List.copyOf(certificates));
	}

	private static List<Object> parts(Path path) throws IOException {
		List<Object> parts = new ArrayList<>();
		try (Reader reader = Files.newBufferedReader(path); PEMParser parser = new PEMParser(reader)) {
			for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
				parts.add(part);
			}
		}
		catch (RuntimeException ex) {
			// The parser does not wrap some encoding errors.
			throw new IOException(ex.getMessage(), ex);
		}
		return parts;
	}

	private static IllegalArgumentException encrypted(String name) {
		return new IllegalArgumentException(name + ": the private key is protected by a passphrase, which a server"
				+ " that starts by itself cannot give; write it without (openssl pkey -in FILE -out FILE)");
	}

	// Converts to the JDK's own certificate class, which every provider expects.
	private static X509Certificate certificate(X509CertificateHolder holder) throws IOException, CertificateException {
		return (X509Certificate) CertificateFactory.getInstance("X.509")
			.generateCertificate(new ByteArrayInputStream(holder.getEncoded()));
	}

}
