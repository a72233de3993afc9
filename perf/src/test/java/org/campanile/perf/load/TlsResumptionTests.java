package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509KeyManager;

import com.unboundid.util.ssl.PEMFileKeyManager;
import com.unboundid.util.ssl.WrapperKeyManager;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.process.CommandLoop;
import org.campanile.perf.process.JavaProcess;
import org.campanile.perf.result.LoadResult;
import org.campanile.testkit.directory.TestAuthority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the load with a server that terminates TLS as a measured node does: with the JDK
 * and the same JVM options.
 */
@Timeout(300)
class TlsResumptionTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final int LOGINS = 20;

	private static final Population PEOPLE = new Population(10);

	private static final LoadPlan BY_ONE_BROWSER = LoadPlan.logins(LOGINS, 1, PEOPLE);

	private static final LoadPlan BY_NEW_BROWSERS = LoadPlan.open(5, Duration.ZERO, Duration.ofSeconds(2), PEOPLE);

	@TempDir
	private Path folder;

	/** Browsers that arrive at a rate are new, and have no TLS session to resume. */
	@Test
	void whenSessionsAreResumedThenByABrowserThatComesBack() throws Exception {
		List<Counted> counted = logins(true, BY_ONE_BROWSER, BY_NEW_BROWSERS);
		assertThat(counted.getFirst()).isEqualTo(new Counted(LOGINS, 1));
		// Two sessions negotiated in the same millisecond count as one.
		assertThat(counted.getLast().sessions()).isGreaterThan(counted.getLast().connections() / 2);
	}

	@Test
	void whenNoneIsResumedThenEachConnectionIsNegotiatedInFull() throws Exception {
		assertThat(logins(false, BY_ONE_BROWSER)).containsExactly(new Counted(LOGINS, LOGINS));
	}

	/** Runs logins, each on a connection of its own. */
	private List<Counted> logins(boolean resumption, LoadPlan... plans) throws Exception {
		Tls tls = new Tls(Tls.End.NODE, Tls.Certificate.RSA, resumption);
		List<String> words = new ArrayList<>(tls.virtualMachineOptions());
		words.addAll(JavaProcess.here(Server.class));
		words.add(folder.toString());
		List<Counted> counted = new ArrayList<>();
		try (JavaProcess server = JavaProcess.start("the server", words, folder.resolve("server.log"));
				GatlingLoad load = new GatlingLoad()) {
			server.answer(PATIENCE);
			Target target = LoadJob.read(folder).target();
			for (LoadPlan plan : plans) {
				LoadResult result = load.run(target, plan, folder.resolve("load" + counted.size()), told -> {
				});
				assertThat(result.failures()).isEmpty();
				counted.add(Counted.parse(server.ask("count", PATIENCE)));
			}
		}
		return counted;
	}

	/**
	 * The counts of a server.
	 *
	 * @param connections the connections of logins
	 * @param sessions the TLS sessions negotiated for them
	 */
	private record Counted(int connections, int sessions) {

		static Counted parse(String line) {
			String[] counts = line.split(" ");
			return new Counted(Integer.parseInt(counts[0]), Integer.parseInt(counts[1]));
		}

	}

	/**
	 * A server that writes its target into a folder, and answers each command with its
	 * counts since the last one.
	 */
	static final class Server {

		private Server() {
		}

		public static void main(String[] arguments) throws IOException, GeneralSecurityException {
			Path folder = Path.of(arguments[0]);
			SSLContext tls = SSLContext.getInstance("TLS");
			tls.init(new KeyManager[] { key(folder) }, null, null);
			try (FakeIdentityProvider provider = FakeIdentityProvider.overTls(folder, PEOPLE, tls)) {
				new LoadJob(provider.target(Target.Kind.UNSOLICITED), BY_ONE_BROWSER).write(folder);
				new CommandLoop(System.in, System.err).run("ready",
						command -> new HashSet<>(provider.connections()).size() + " " + provider.tlsSessions());
			}
			System.exit(0);
		}

		/**
		 * Returns a wrapped key manager, as an engine rejects the kind that reads PEM.
		 */
		private static KeyManager key(Path folder) throws KeyStoreException {
			new TestAuthority(folder).issueForLoopback(folder);
			X509KeyManager key = new PEMFileKeyManager(folder.resolve("server.pem").toFile(),
					folder.resolve("server.key").toFile());
			return new WrapperKeyManager(new X509KeyManager[] { key }, null) {
			};
		}

	}

}
