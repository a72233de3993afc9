package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.ReleasedAttribute;
import org.campanile.perf.peer.MavenCache.Artifact;
import org.campanile.perf.process.HttpAnswers;
import org.campanile.perf.process.Programs;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.testkit.process.ChildProcess;

/**
 * Keycloak on the Java that runs the measurement, with sessions in a PostgreSQL of its
 * own. It is optimised for production as its guides say ({@code kc.sh build}, then
 * {@code start --optimized}).
 *
 * @param cache the cache of its artifacts
 * @param heap options for its virtual machine, such as {@code -Xmx1g}
 */
record KeycloakPeer(MavenCache cache, String heap) implements Peer {

	private static final Artifact DISTRIBUTION = new Artifact("org.keycloak", "keycloak-quarkus-dist", "26.7.0", "zip");

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	/** The logins it needs to be warm; they still became cheaper after 12,000. */
	private static final int LEAST_WARM_UP = 40_000;

	@Override
	public String name() {
		return "keycloak";
	}

	@Override
	public List<String> missing() {
		return cache.missing("Keycloak", List.of(DISTRIBUTION));
	}

	@Override
	public void fetch(Consumer<String> progress) throws IOException, InterruptedException {
		cache.fetch(List.of(DISTRIBUTION), progress);
	}

	@Override
	public RunningSystem start(DirectorySpec directory, Path results) throws IOException {
		requirePresent();
		return PeerEnvironment.start(results, environment -> start(directory, environment));
	}

	private RunningSystem start(DirectorySpec spec, PeerEnvironment environment) throws IOException {
		Path work = environment.work();
		URI directory = PeerSystem.directory(spec, environment);
		VirtualServiceProvider service = environment.serviceProvider();
		int port = environment.port();
		cache.unpack(DISTRIBUTION, work);
		Path home = work.resolve("keycloak-" + DISTRIBUTION.version());
		Files.writeString(home.resolve("conf/keycloak.conf"), configuration(port, environment.database()));
		Path imports = Files.createDirectories(home.resolve("data/import"));
		KeycloakRealm.of(directory, service).write(imports.resolve("realm.json"));
		build(home, work.resolve("build.log"));
		Path log = work.resolve("keycloak.log");
		ChildProcess server = environment
			.add(ChildProcess.kept("keycloak", "TERM", command(home, "start", "--optimized", "--import-realm"), log));
		environment.measure(new MeasuredProcess(name(), ProcessRole.IDENTITY_PROVIDER, server.pid()));
		String realm = "http://127.0.0.1:" + port + "/realms/" + KeycloakRealm.NAME;
		Path metadata = Files.writeString(work.resolve("metadata.xml"), HttpAnswers.await("Keycloak",
				URI.create(realm + "/protocol/saml/descriptor"), server::isAlive, PATIENCE, log));
		environment.setting("Keycloak version", DISTRIBUTION.version());
		environment.setting("virtual machine",
				System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + " " + heap);
		environment.setting("people", "imported at their first sign-on");
		environment.setting("answers", "response signed (RSA-2048), assertion encrypted (AES-128-GCM)");
		return new PeerSystem(TargetPreset.KEYCLOAK.target(realm, metadata, service)
			.withUserAttribute(ReleasedAttribute.PRINCIPAL_NAME.samlName()), environment, LEAST_WARM_UP);
	}

	/** Returns the settings of a node on loopback without TLS, like the measured ones. */
	private static String configuration(int port, String database) {
		return """
				http-enabled=true
				http-host=127.0.0.1
				http-port=%1$d
				hostname=http://127.0.0.1:%1$d
				health-enabled=false
				metrics-enabled=false
				# A single node has no other to share its sessions with.
				cache=local
				db=postgres
				db-url=%2$s
				db-username=%3$s
				# Not asked for, but Keycloak wants one.
				db-password=none
				""".formatted(port, database, PeerEnvironment.DATABASE_USER);
	}

	/** Builds the optimised server in advance, as in production. */
	private void build(Path home, Path log) throws IOException {
		try (ChildProcess build = ChildProcess.kept("keycloak build", "TERM", command(home, "build"), log)) {
			build.await(PATIENCE);
			if (!Files.readString(log).contains("Server configuration updated")) {
				throw new IOException("Keycloak could not be built" + Programs.lastLines(log));
			}
		}
	}

	private List<String> command(Path home, String... arguments) {
		List<String> words = new ArrayList<>(List.of("env", "JAVA_HOME=" + System.getProperty("java.home"),
				"JAVA_OPTS_KC_HEAP=" + heap, home.resolve("bin/kc.sh").toString()));
		words.addAll(List.of(arguments));
		return words;
	}

}
