package org.campanile.saml.crypto;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.saml.crypto.Credentials.PublishedCertificate;

/**
 * Loads the server's keys from the home folder's {@code credentials/}: every {@code
 * signing*.pem}, each with a certificate and, unless it is only to be published, the
 * private key. Creates one if there is none.
 */
public final class CredentialLoader {

	private static final Logger logger = LoggerFactory.getLogger(CredentialLoader.class);

	private static final String KEY = "campanile.credentials.signing";

	private static final String PATTERN = "signing*.pem";

	private final Path folder;

	private final CredentialSettings settings;

	private final String commonName;

	private final CryptoProvider crypto;

	private final InstantSource clock;

	private final SecureRandom random;

	/**
	 * @param folder the folder of credentials; created with the first key if absent
	 * @param settings the file that signs, and the kind of key to create
	 * @param commonName the subject of a created certificate, such as the server's host
	 * name
	 */
	public CredentialLoader(Path folder, CredentialSettings settings, String commonName, CryptoProvider crypto,
			InstantSource clock, SecureRandom random) {
		this.folder = folder;
		this.settings = settings;
		this.commonName = commonName;
		this.crypto = crypto;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Loads the keys; creates one if there is none.
	 * @throws IllegalArgumentException if a file cannot be used; the message is one line
	 * with file or key, reason and remedy
	 */
	public Credentials load() {
		List<PemFile> files = new ArrayList<>();
		for (Path path : pathsWithSigning()) {
			warnIfReadableByOthers(path);
			files.add(PemFile.read(path));
		}
		String wanted = "credentials/" + settings.signing();
		SigningCredential signing = files.stream()
			.filter(file -> file.name().equals(wanted))
			.findFirst()
			.map(this::signing)
			.orElseThrow(() -> new IllegalArgumentException(KEY + ": no file " + wanted));
		Map<X509Certificate, PublishedCertificate> published = new LinkedHashMap<>();
		published.put(signing.certificate(), new PublishedCertificate(signing.name(), signing.certificate()));
		for (PemFile file : files) {
			PublishedCertificate certificate = published(file);
			published.putIfAbsent(certificate.certificate(), certificate);
		}
		Credentials credentials = new Credentials(signing, List.copyOf(published.values()));
		credentials.expiryWarnings(clock.instant()).forEach(CredentialLoader::warn);
		return credentials;
	}

	private List<Path> pathsWithSigning() {
		Path signing = folder.resolve(settings.signing());
		if (!folder.equals(signing.getParent())) {
			throw new IllegalArgumentException(KEY + ": " + settings.signing()
					+ " is not a plain file name; name a file" + " of the folder credentials");
		}
		List<Path> paths = paths();
		if (paths.isEmpty() && Files.notExists(signing)) {
			create(signing);
			paths = paths();
		}
		if (Files.notExists(signing)) {
			// A new key created because of a mistyped name would not be trusted by any
			// service.
			throw new IllegalArgumentException(KEY + ": there is no " + settings.signing() + " in " + folder
					+ "; put it there, or name one of "
					+ paths.stream().map(path -> String.valueOf(path.getFileName())).collect(Collectors.joining(", ")));
		}
		if (!paths.contains(signing)) {
			paths.addFirst(signing);
		}
		return paths;
	}

	private List<Path> paths() {
		List<Path> paths = new ArrayList<>();
		if (Files.isDirectory(folder)) {
			try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PATTERN)) {
				found.forEach(paths::add);
			}
			catch (IOException ex) {
				throw new IllegalArgumentException(folder + ": cannot be listed (" + ex.getMessage() + ")", ex);
			}
		}
		paths.sort(null);
		return paths;
	}

	private void create(Path file) {
		try {
			CredentialFile.create(file, settings.keyType(), commonName, clock.instant(), random);
			logger.info("Created a signing key ({}) with a self-signed certificate: {}. Keep a backup; services "
					+ "trust this key.", settings.keyType(), file);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(
					file + ": the signing key could not be written (" + ex + "); make the folder writable", ex);
		}
	}

	private SigningCredential signing(PemFile file) {
		PrivateKey key = file.key()
			.orElseThrow(() -> new IllegalArgumentException(
					file.name() + ": holds no private key, yet " + KEY + " names it; add the key or name another"));
		return match(file, key);
	}

	private PublishedCertificate published(PemFile file) {
		X509Certificate certificate = file.key()
			.map(key -> match(file, key).certificate())
			.orElseGet(() -> firstCertificate(file));
		KeyRules.algorithm(file.name(), certificate.getPublicKey());
		return new PublishedCertificate(file.name(), certificate);
	}

	private static X509Certificate firstCertificate(PemFile file) {
		return file.certificates()
			.stream()
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(file.name()
					+ ": holds no certificate; add it (openssl req -x509 -key FILE makes a self-signed one)"));
	}

	/**
	 * Pairs the key with its certificate; other certificates in the file are those of
	 * issuers.
	 */
	private SigningCredential match(PemFile file, PrivateKey key) {
		firstCertificate(file);
		return file.certificates()
			.stream()
			.flatMap(certificate -> KeyRules.pair(file.name(), key, certificate, crypto).stream())
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					file.name() + ": private key and certificate do not belong together; put the pair into one file"));
	}

	private static void warn(Credentials.ExpiryWarning warning) {
		if (warning.withinDays() == 0) {
			logger.warn("{}: the certificate expired on {}; some services refuse it. Publish a new key, then sign "
					+ "with it (" + KEY + ").", warning.name(), warning.expiry());
		}
		else {
			logger.warn("{}: the certificate expires on {}, in less than {} days. Publish a new key, then sign with "
					+ "it (" + KEY + ").", warning.name(), warning.expiry(), warning.withinDays());
		}
	}

	private static void warnIfReadableByOthers(Path path) {
		try {
			Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
			if (permissions.contains(PosixFilePermission.OTHERS_READ)
					|| permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
				logger.warn("{}: every account of this machine can read it; chmod 600 if it contains a private key.",
						path);
			}
		}
		catch (UnsupportedOperationException | IOException ex) {
			logger.debug("{}: permissions unknown", path, ex);
		}
	}

	/**
	 * The content of a PEM file: at most one private key (PKCS #8, PKCS #1 or SEC 1) and
	 * its certificates.
	 *
	 * @param name the file's name
	 * @param certificates the certificates, in order
	 */
	private record PemFile(String name, Optional<PrivateKey> key, List<X509Certificate> certificates) {

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
							// In some files the parameters of an elliptic curve precede
							// its
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
		private static X509Certificate certificate(X509CertificateHolder holder)
				throws IOException, CertificateException {
			return (X509Certificate) CertificateFactory.getInstance("X.509")
				.generateCertificate(new ByteArrayInputStream(holder.getEncoded()));
		}

	}

}
