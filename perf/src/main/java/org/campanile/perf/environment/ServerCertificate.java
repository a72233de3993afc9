package org.campanile.perf.environment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate for a server on loopback, that signs itself, RSA-2048.
 *
 * @param certificate in PEM
 * @param key in PEM (PKCS #8)
 * @param keyStore both as PKCS #12, as {@code server}
 */
record ServerCertificate(Path certificate, Path key, Path keyStore) {

	/** Of the key store; guards nothing beyond a measurement. */
	static final String PASSWORD = "measured";

	private static final String ALIAS = "server";

	/** Makes one in a folder that has none. */
	static ServerCertificate make(Path folder) throws IOException {
		Path store = folder.resolve("server.p12");
		// The JDK has no API of its own that makes certificates; its tool does.
		run(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias",
				ALIAS, "-keyalg", "RSA", "-keysize", "2048", "-dname", "CN=directory", "-ext",
				"SAN=IP:127.0.0.1,DNS:localhost", "-validity", "3650", "-storetype", "PKCS12", "-storepass", PASSWORD,
				"-keystore", store.toString()), folder.resolve("keytool.log"));
		try (InputStream in = Files.newInputStream(store)) {
			KeyStore keys = KeyStore.getInstance("PKCS12");
			keys.load(in, PASSWORD.toCharArray());
			Key key = keys.getKey(ALIAS, PASSWORD.toCharArray());
			Path certificate = pem(folder.resolve("server.pem"), "CERTIFICATE",
					keys.getCertificate(ALIAS).getEncoded());
			return new ServerCertificate(certificate,
					pem(folder.resolve("server.key"), "PRIVATE KEY", key.getEncoded()), store);
		}
		catch (GeneralSecurityException ex) {
			throw new IOException("no certificate could be made: " + ex.getMessage(), ex);
		}
	}

	private static Path pem(Path file, String kind, byte[] content) throws IOException {
		String base64 = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
		return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
	}

	private static void run(List<String> command, Path log) throws IOException {
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		if (process.onExit().join().exitValue() != 0) {
			throw new IOException(command.getFirst() + " failed: " + Files.readString(log).strip());
		}
	}

}
