package org.campanile.saml.crypto;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Set;

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

/**
 * Makes a key with a self-signed certificate and writes both, readable by its owner
 * alone.
 */
final class CredentialFile {

	// Services trust the key that metadata states, not the certificate's dates, so a
	// short
	// life would only bring outages.
	private static final Duration LIFE = Duration.ofDays(3653);

	private static final Duration CLOCK_TOLERANCE = Duration.ofHours(1);

	private static final int SERIAL_BITS = 159;

	private static final int MAX_COMMON_NAME = 64;

	private CredentialFile() {
	}

	/**
	 * Makes the file; if it appears meanwhile, made by another process, that one stays.
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
		write(file, text.toString().getBytes(StandardCharsets.US_ASCII));
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

	private static void write(Path file, byte[] content) throws IOException {
		Path folder = file.toAbsolutePath().getParent();
		if (folder == null) {
			throw new IOException(file + " has no parent folder");
		}
		Files.createDirectories(folder, ownerOnly(folder, "rwx------"));
		Path temporary = Files.createTempFile(folder, "." + file.getFileName(), ".new", ownerOnly(folder, "rw-------"));
		try {
			try (FileChannel channel = FileChannel.open(temporary, Set.of(StandardOpenOption.WRITE))) {
				ByteBuffer buffer = ByteBuffer.wrap(content);
				while (buffer.hasRemaining()) {
					channel.write(buffer);
				}
				channel.force(true);
			}
			publish(temporary, file);
		}
		finally {
			Files.deleteIfExists(temporary);
		}
	}

	/**
	 * A link appears whole and, unlike a rename, never replaces a key that another
	 * process has just made and may have shown to services.
	 */
	private static void publish(Path temporary, Path file) throws IOException {
		try {
			Files.createLink(file, temporary);
		}
		catch (FileAlreadyExistsException ex) {
			return;
		}
		catch (UnsupportedOperationException | IOException ex) {
			Files.move(temporary, file);
		}
	}

	private static FileAttribute<?>[] ownerOnly(Path folder, String permissions) {
		boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
		return posix
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)) }
				: new FileAttribute<?>[0];
	}

}
