package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.Target;
import org.campanile.testkit.process.ChildProcess;

/**
 * A running peer.
 *
 * @param target what the load is put on
 * @param environment all that was started for it, the peer among it
 * @param settings for the report
 */
record PeerSystem(Target target, PeerEnvironment environment, Map<String, String> settings) implements RunningSystem {

	@Override
	public List<MeasuredProcess> processes() {
		return environment.processes();
	}

	@Override
	public void close() throws IOException {
		environment.close();
	}

	/**
	 * How a peer reaches the directory.
	 *
	 * @param url such as {@code ldap://127.0.0.1:10389}
	 * @param baseDn the entry below which people are, at any depth
	 * @param bindDn the account that searches are made as
	 * @param bindPassword of that account
	 */
	record PeopleDirectory(String url, String baseDn, String bindDn, String bindPassword) {

		/**
		 * Starts it.
		 * @throws IOException also if it is to be asked over TLS, as each peer would have
		 * to be configured with its certificate in its own way
		 */
		static PeopleDirectory start(DirectorySpec spec, PeerEnvironment environment) throws IOException {
			if (spec.secure()) {
				throw new IOException("other identity providers are measured with a directory without TLS only");
			}
			URI address = environment.directory(spec);
			return new PeopleDirectory(address.toString(), Campus.BASE_DN, Campus.SERVICE_DN, Campus.SERVICE_PASSWORD);
		}

	}

	/**
	 * What every measured server releases to the service, so that answers are equally
	 * long.
	 */
	enum ReleasedAttribute {

		UID("uid", "0.9.2342.19200300.100.1.1"), MAIL("mail", "0.9.2342.19200300.100.1.3"),
		COMMON_NAME("cn", "2.5.4.3"), SURNAME("sn", "2.5.4.4"), GIVEN_NAME("givenName", "2.5.4.42"),
		DISPLAY_NAME("displayName", "2.16.840.1.113730.3.1.241"), TELEPHONE_NUMBER("telephoneNumber", "2.5.4.20"),
		UNIT("ou", "2.5.4.11"), EMPLOYEE_NUMBER("employeeNumber", "2.16.840.1.113730.3.1.3"),
		PRINCIPAL_NAME("eduPersonPrincipalName", "1.3.6.1.4.1.5923.1.1.1.6"),
		AFFILIATION("eduPersonAffiliation", "1.3.6.1.4.1.5923.1.1.1.1"),
		SCOPED_AFFILIATION("eduPersonScopedAffiliation", "1.3.6.1.4.1.5923.1.1.1.9");

		private final String ldapName;

		private final String oid;

		ReleasedAttribute(String ldapName, String oid) {
			this.ldapName = ldapName;
			this.oid = oid;
		}

		/** What the directory calls it, which is its friendly name in SAML. */
		String ldapName() {
			return ldapName;
		}

		/** Its name in SAML, of the format {@code uri}. */
		String samlName() {
			return "urn:oid:" + oid;
		}

	}

	/** Waits until a server answers over HTTP. */
	static final class HttpReadiness {

		private static final int LAST_LINES = 12;

		private static final Duration PATIENCE_OF_A_REQUEST = Duration.ofSeconds(10);

		private HttpReadiness() {
		}

		/**
		 * Asks until there is an answer with status 200.
		 * @param log what the server printed, reported if it does not answer
		 * @return the body
		 * @throws IOException if the server ended, or did not answer in time
		 */
		static String await(ChildProcess process, URI address, Duration patience, Path log)
				throws IOException, InterruptedException {
			long end = System.nanoTime() + patience.toNanos();
			String last = "no answer";
			try (HttpClient http = HttpClient.newHttpClient()) {
				while (process.isAlive() && System.nanoTime() < end) {
					try {
						HttpResponse<String> answer = http.send(
								HttpRequest.newBuilder(address).timeout(PATIENCE_OF_A_REQUEST).build(),
								HttpResponse.BodyHandlers.ofString());
						if (answer.statusCode() == 200) {
							return answer.body();
						}
						last = "status " + answer.statusCode();
					}
					catch (IOException notYet) {
						last = notYet.toString();
					}
					TimeUnit.MILLISECONDS.sleep(100);
				}
			}
			throw new IOException(
					(process.isAlive() ? address + " does not answer: " + last : "the server ended") + end(log));
		}

		/** The end of a log, on lines of its own. */
		static String end(Path log) throws IOException {
			if (!Files.exists(log)) {
				return "";
			}
			// Not as UTF-8, which a log need not be.
			List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
			return System.lineSeparator() + String.join(System.lineSeparator(),
					lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
		}

	}

}
