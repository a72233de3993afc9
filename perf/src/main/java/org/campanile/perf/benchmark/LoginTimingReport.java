package org.campanile.perf.benchmark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.HashMap;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.campanile.authn.LoginOrigin;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.authn.throttle.ThrottleSettings;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;
import org.campanile.directory.password.LoginMethod;
import org.campanile.directory.password.PasswordSettings;
import org.campanile.perf.process.Programs;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.springframework.util.FileSystemUtils;

/**
 * Tests whether the response time of a wrong password tells a known name from an unknown
 * one. It tries both in turn against OpenLDAP with passwords hashed by Argon2, and
 * reports the area under the receiver operating characteristic of the times (0.5: no
 * difference, 1: always distinguishable), with DeLong's interval. Arguments: tries of
 * each kind (2000), concurrent clients (4), passes of Argon2 over 64 MiB (3), and the
 * configured step in milliseconds (100).
 */
public final class LoginTimingReport {

	private static final int MAX_REPEATS = 20;

	private LoginTimingReport() {
	}

	public static void main(String[] arguments) throws Exception {
		int tries = argument(arguments, 0, 2000);
		int clients = argument(arguments, 1, 4);
		int passes = argument(arguments, 2, 3);
		Duration step = Duration.ofMillis(argument(arguments, 3, 100));
		Path folder = Files.createTempDirectory("campanile-timing");
		try (OpenLdapServer server = OpenLdapServer.start(folder, passes);
				Directory directory = FloorBenchmark.directory(URI.create("ldap://127.0.0.1:" + server.port()),
						"cn=root,dc=example,dc=edu", "root")) {
			measure(authenticator(directory, step), tries, clients);
		}
		finally {
			FileSystemUtils.deleteRecursively(folder);
		}
	}

	private static int argument(String[] arguments, int index, int otherwise) {
		return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
	}

	/** Creates the authenticator as the server does, with limits nobody reaches. */
	private static DirectoryPasswordAuthenticator authenticator(Directory directory, Duration step) {
		ThrottleSettings.Limit none = new ThrottleSettings.Limit(10_000_000, Duration.ofMinutes(1));
		InstantSource clock = InstantSource.system();
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		LoginThrottle throttle = new LoginThrottle(new ThrottleSettings(none, none, none, 1_000_000), clock,
				new HeapOneTimeStore(clock, new HashMap<>()), registry);
		return new DirectoryPasswordAuthenticator(directory,
				new PasswordSettings(new LoginMethod.BindSearch(), false, 256, 1024, step), throttle, clock, registry);
	}

	private static void measure(DirectoryPasswordAuthenticator authenticator, int tries, int clients) throws Exception {
		for (int i = 0; i < 40; i++) {
			time(authenticator, i % 2 == 0 ? "alice" : "nobody" + i);
		}
		double[] known = new double[tries];
		double[] unknown = new double[tries];
		try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
			List<Callable<Void>> work = new ArrayList<>();
			for (int client = 0; client < clients; client++) {
				int first = client;
				work.add(() -> {
					RandomGenerator random = new Random(first);
					for (int i = first; i < tries; i += clients) {
						if (random.nextBoolean()) {
							known[i] = time(authenticator, "alice");
							unknown[i] = time(authenticator, "nobody" + i);
						}
						else {
							unknown[i] = time(authenticator, "nobody" + i);
							known[i] = time(authenticator, "alice");
						}
					}
					return null;
				});
			}
			for (Future<Void> each : threads.invokeAll(work)) {
				each.get();
			}
		}
		print("known name", known);
		print("unknown name", unknown);
		Area area = Area.of(known, unknown);
		System.out.printf(Locale.ROOT,
				"area under the ROC curve %.4f, 95 %% interval %.4f to %.4f (DeLong), 2 x %d tries%n", area.value(),
				area.value() - 1.96 * area.error(), area.value() + 1.96 * area.error(), tries);
	}

	/** Measures a wrong password, in milliseconds. Repeats it after a timeout. */
	private static double time(DirectoryPasswordAuthenticator authenticator, String username)
			throws DirectoryUnavailableException {
		for (int i = 1;; i++) {
			long start = System.nanoTime();
			try {
				authenticator.authenticate(username, "wrong", new LoginOrigin("192.0.2.1"));
				return (System.nanoTime() - start) / 1e6;
			}
			catch (DirectoryUnavailableException ex) {
				if (i == MAX_REPEATS) {
					throw ex;
				}
			}
		}
	}

	private static void print(String what, double[] times) {
		double[] sorted = times.clone();
		Arrays.sort(sorted);
		System.out.printf(Locale.ROOT, "%-12s ms: median %.1f, 5 %% %.1f, 95 %% %.1f, 99 %% %.1f, longest %.1f%n", what,
				sorted[sorted.length / 2], sorted[sorted.length / 20], sorted[sorted.length * 19 / 20],
				sorted[sorted.length * 99 / 100], sorted[sorted.length - 1]);
	}

	/**
	 * The area under the curve, which is the probability that a known name takes longer
	 * than an unknown one, and its standard error (DeLong, DeLong and Clarke-Pearson
	 * 1988).
	 */
	private record Area(double value, double error) {

		static Area of(double[] positive, double[] negative) {
			double[] longerThan = placements(positive, negative);
			double[] shorterThan = placements(negative, positive);
			double value = Arrays.stream(longerThan).average().orElseThrow();
			double variance = variance(longerThan) / positive.length + variance(shorterThan) / negative.length;
			return new Area(value, Math.sqrt(variance));
		}

		/** Returns for each value the share of smaller others; equal ones count half. */
		private static double[] placements(double[] values, double[] others) {
			return Arrays.stream(values)
				.map(value -> Arrays.stream(others)
					.map(other -> other < value ? 1 : other == value ? 0.5 : 0)
					.average()
					.orElseThrow())
				.toArray();
		}

		private static double variance(double[] values) {
			double mean = Arrays.stream(values).average().orElseThrow();
			return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum() / (values.length - 1);
		}

	}

	/** OpenLDAP's slapd on loopback, with one user. */
	private record OpenLdapServer(ChildProcess process, int port) implements AutoCloseable {

		private static final String CONFIGURATION = """
				include /etc/ldap/schema/core.schema
				include /etc/ldap/schema/cosine.schema
				include /etc/ldap/schema/inetorgperson.schema
				modulepath /usr/lib/ldap
				moduleload back_mdb
				moduleload argon2
				pidfile %1$s/slapd.pid
				database mdb
				suffix "dc=example,dc=edu"
				rootdn "cn=root,dc=example,dc=edu"
				rootpw root
				directory %1$s
				dbnosync
				index objectClass,uid eq
				access to attrs=userPassword by anonymous auth by * none
				access to * by * none
				""";

		static OpenLdapServer start(Path folder, int passes) throws IOException {
			Path log = folder.resolve("output.log");
			Programs.run(List.of("/usr/sbin/slappasswd", "-h", "{ARGON2}", "-s", "alice-demo", "-o",
					"module-path=/usr/lib/ldap", "-o", "module-load=argon2 p=1 m=65536 t=" + passes), log);
			String hash = Files.readString(log).strip();
			Path configuration = Files.writeString(folder.resolve("slapd.conf"), CONFIGURATION.formatted(folder));
			Path entries = Files.writeString(folder.resolve("entries.ldif"), """
					dn: dc=example,dc=edu
					objectClass: domain
					dc: example

					dn: uid=alice,dc=example,dc=edu
					objectClass: inetOrgPerson
					uid: alice
					cn: Alice
					sn: Alice
					userPassword: %s
					""".formatted(hash));
			Programs.run(List.of("/usr/sbin/slapadd", "-f", configuration.toString(), "-l", entries.toString()), log);
			int port = new Ports().near(0);
			ChildProcess process = ChildProcess.kept("slapd", "TERM", List.of("/usr/sbin/slapd", "-f",
					configuration.toString(), "-h", "ldap://127.0.0.1:" + port + "/", "-d", "none"), log);
			Programs.awaitPort("slapd", port, process::isAlive, log, Duration.ofMinutes(1));
			return new OpenLdapServer(process, port);
		}

		@Override
		public void close() {
			process.close();
		}

	}

}
