package org.campanile.storage.jpa;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

import org.campanile.store.StoreReach;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.saml.TestSigningKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

import static org.assertj.core.api.Assertions.assertThat;

class DatabaseProbeTests {

	@Test
	void whenThereAreNoTablesThenTheyCanBeMadeAndAreNot() throws Exception {
		run("CREATE DATABASE probe_empty");
		String url = Postgres.url(Postgres.port(), "probe_empty");
		StoreReach reach = probe(url, "postgres", "");
		assertThat(reach.faults()).isEmpty();
		assertThat(reach.answers()).containsExactly(url + " accepts the role postgres",
				url + " has no tables yet; the first start creates them");
		assertThat(count(url, "SELECT count(*) FROM pg_class WHERE relname LIKE 'campanile%'")).isZero();
	}

	@Test
	void whenTheTablesAreThereThenItSaysSo() throws Exception {
		run("CREATE DATABASE probe_made");
		String url = Postgres.url(Postgres.port(), "probe_made");
		new Schema(properties(url, "postgres", "")).prepare();
		assertThat(probe(url, "postgres", "").answers()).last().isEqualTo(url + " has the tables of this version");
	}

	@ParameterizedTest
	@CsvSource({ "true, has tables of a later version of Campanile (999)",
			"false, has tables whose change to version 999 failed" })
	void whenTheTablesAreOfALaterVersionOrBrokenThenThatIsAFault(boolean success, String reason) throws Exception {
		run("CREATE DATABASE probe_later_" + success);
		String url = Postgres.url(Postgres.port(), "probe_later_" + success);
		new Schema(properties(url, "postgres", "")).prepare();
		try (Connection connection = Schema.connect(properties(url, "postgres", ""));
				Statement statement = connection.createStatement()) {
			statement.execute("INSERT INTO " + Schema.HISTORY
					+ " VALUES (999, '999', 'later', 'SQL', 'V999__later.sql', 1, 'postgres', now(), 1, " + success
					+ ")");
		}
		StoreReach reach = probe(url, "postgres", "");
		assertThat(reach.faults()).singleElement()
			.asString()
			.startsWith("campanile.storage.jpa.url: " + url + " " + reason);
		assertThat(reach.answers()).containsExactly(url + " accepts the role postgres");
	}

	@Test
	void whenTheRoleLacksAPrivilegeThenWhich() throws Exception {
		run("CREATE DATABASE probe_rights", "CREATE ROLE probe_reader LOGIN PASSWORD 'secret'");
		String url = Postgres.url(Postgres.port(), "probe_rights");
		assertThat(probe(url, "probe_reader", "secret").faults()).singleElement()
			.asString()
			.startsWith("campanile.storage.jpa.username: probe_reader may not create tables in " + url);
		new Schema(properties(url, "postgres", "")).prepare();
		try (Connection connection = Schema.connect(properties(url, "postgres", ""));
				Statement statement = connection.createStatement()) {
			statement.execute("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO probe_reader");
		}
		assertThat(probe(url, "probe_reader", "secret").faults()).singleElement()
			.asString()
			.startsWith("campanile.storage.jpa.username: probe_reader may not read and write all tables");
	}

	@Test
	void whenThereIsNoSuchDatabaseOrServerThenTheKeyIsTheAddress() {
		String none = Postgres.url(Postgres.port(), "probe_none");
		assertThat(probe(none, "postgres", "").faults()).singleElement()
			.asString()
			.startsWith("campanile.storage.jpa.url: " + none + ": the server has no such database");
		String down = Postgres.url(Ports.free(), "postgres");
		assertThat(probe(down, "postgres", "").faults()).singleElement()
			.asString()
			.startsWith("campanile.storage.jpa.url: " + down + ": the server cannot be reached");
	}

	/** For the driver, a database that accepts only reads is like a standby. */
	@Test
	void whenASingleServerAcceptsOnlyReadsThenItIsNotUsed() throws Exception {
		run("CREATE DATABASE probe_reads", "ALTER DATABASE probe_reads SET default_transaction_read_only = on");
		String url = Postgres.url(Postgres.port(), "probe_reads");
		StoreReach reach = probe(url, "postgres", "");
		assertThat(reach.faults()).singleElement()
			.asString()
			.startsWith("campanile.storage.jpa.url: " + url + ": the server cannot be reached, or is a standby");
		assertThat(reach.answers()).isEmpty();
	}

	@Test
	void whenTheServerHasNoTlsThenThatIsTheReason() {
		assertThat(probe(Postgres.url() + "?sslmode=require", "postgres", "").faults()).singleElement()
			.asString()
			.contains("do not agree on TLS")
			.doesNotContain("start it");
	}

	@Test
	void whenTheCertificateIsNotTrustedThenThatIsTheReason(@TempDir Path folder) throws Exception {
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLocalhost(folder, TestSigningKeys.rsa("server", 2048));
		Path other = new TestAuthority(Files.createDirectory(folder.resolve("other"))).certificate();
		PemSslStoreDetails server = PemSslStoreDetails.forCertificate(folder.resolve("server.pem").toUri().toString())
			.withPrivateKey(folder.resolve("server.key").toUri().toString());
		SSLContext tls = SslBundle.of(new PemSslStoreBundle(server, null)).createSslContext();
		Map<Path, String> faults = Map.of(folder.resolve("missing.pem"), "(" + folder.resolve("missing.pem"), other,
				"PKIX path", authority.certificate(), "fails; ");
		try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			Thread.startVirtualThread(() -> acceptTls(listener, tls));
			String url = Postgres.url(listener.getLocalPort(), "campanile");
			faults.forEach((trusted, fault) -> {
				StoreReach reach = probe(url + "?sslmode=verify-full&sslrootcert=" + trusted, "postgres", "");
				assertThat(reach.faults()).singleElement()
					.asString()
					.startsWith("campanile.storage.jpa.url: " + url + ": TLS with the server fails")
					.contains(fault, "set sslrootcert")
					.doesNotContain("start it");
			});
		}
	}

	/** Accepts connections as PostgreSQL does, up to the end of the TLS handshake. */
	private static void acceptTls(ServerSocket listener, SSLContext tls) {
		while (!listener.isClosed()) {
			try (Socket client = listener.accept()) {
				client.getInputStream().readNBytes(8);
				client.getOutputStream().write('S');
				try (SSLSocket encrypted = (SSLSocket) tls.getSocketFactory()
					.createSocket(client, client.getInetAddress().getHostAddress(), client.getPort(), false)) {
					encrypted.setUseClientMode(false);
					encrypted.startHandshake();
				}
			}
			catch (IOException ex) {
				// The client does not trust the certificate, or the test is over.
			}
		}
	}

	private static StoreReach probe(String url, String role, String password) {
		return properties(url, role, password).reach();
	}

	private static JpaStorageProperties properties(String url, String role, String password) {
		return new JpaStorageProperties(url, role, password, 2, Duration.ofSeconds(5), Duration.ofSeconds(30),
				CommitMode.DURABLE, Duration.ofMinutes(1), 1000, Duration.ofSeconds(5));
	}

	private static void run(String... statements) throws Exception {
		try (Connection connection = Postgres.connect(); Statement statement = connection.createStatement()) {
			for (String sql : statements) {
				statement.execute(sql);
			}
		}
	}

	private static int count(String url, String query) throws Exception {
		try (Connection connection = Schema.connect(properties(url, "postgres", ""));
				Statement statement = connection.createStatement();
				ResultSet answer = statement.executeQuery(query)) {
			answer.next();
			return answer.getInt(1);
		}
	}

}
