package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.Surroundings;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.result.ProcessRole;
import org.campanile.testkit.process.ChildProcess;

/**
 * Keycloak, optimised for production as its guides say ({@code kc.sh build}, then
 * {@code start --optimized}), on the Java that runs the measurement.
 *
 * @param distribution where it comes from
 * @param database what it keeps sessions in
 * @param importUsers whether people are copied into the database at their first sign-on:
 * Keycloak's own default
 * @param heap options of its virtual machine, such as {@code -Xmx1g}
 */
public record KeycloakPeer(KeycloakDistribution distribution, Database database, boolean importUsers,
		String heap) implements Peer {

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	/** What Keycloak keeps its data in. */
	public enum Database {

		/** PostgreSQL in a process of its own, with a log that is forced to disk. */
		POSTGRESQL,
		/** H2 inside its process, which its guides advise against except for trials. */
		DEV_FILE

	}

	/** On PostgreSQL, with its defaults. */
	public static KeycloakPeer standard(String heap) {
		return new KeycloakPeer(KeycloakDistribution.standard(), Database.POSTGRESQL, true, heap);
	}

	@Override
	public String name() {
		return "keycloak";
	}

	@Override
	public List<String> missing() {
		return distribution.isThere() ? List.of() : List.of("Keycloak " + KeycloakDistribution.VERSION + " is not at "
				+ distribution.zip() + "; have it fetched (170 MB, with your Maven), or put it there");
	}

	@Override
	public void fetch(Consumer<String> progress) throws IOException, InterruptedException {
		distribution.fetch(progress);
	}

	@Override
	public RunningSystem start(DirectorySpec directory, Path results) throws IOException, InterruptedException {
		if (!distribution.isThere()) {
			throw new IOException(missing().getFirst());
		}
		Surroundings surroundings = Surroundings.in(results);
		try {
			return start(directory, surroundings);
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			surroundings.close();
			throw ex;
		}
	}

	private RunningSystem start(DirectorySpec spec, Surroundings surroundings)
			throws IOException, InterruptedException {
		Path work = surroundings.work();
		PeopleDirectory directory = PeopleDirectory.start(spec, surroundings);
		VirtualServiceProvider service = surroundings.serviceProvider();
		int port = surroundings.port();
		Map<String, String> settings = new LinkedHashMap<>(KeycloakSettings.web(port));
		settings.putAll(switch (database) {
			case DEV_FILE -> KeycloakSettings.file();
			case POSTGRESQL -> KeycloakSettings.postgres(surroundings.database());
		});
		Path home = distribution.unpack(work);
		KeycloakSettings.write(settings, home.resolve("conf/keycloak.conf"));
		Path imports = Files.createDirectories(home.resolve("data/import"));
		KeycloakRealm.of(directory, service, importUsers).write(imports.resolve("realm.json"));
		build(home, work.resolve("build.log"));
		Path log = work.resolve("keycloak.log");
		ChildProcess server = surroundings
			.add(ChildProcess.kept("keycloak", "TERM", command(home, "start", "--optimized", "--import-realm"), log));
		surroundings.measure(new MeasuredProcess(name(), ProcessRole.IDENTITY_PROVIDER, server.pid()));
		String realm = "http://127.0.0.1:" + port + "/realms/" + KeycloakRealm.NAME;
		Path metadata = Files.writeString(work.resolve("metadata.xml"),
				Answering.await(server, URI.create(realm + "/protocol/saml/descriptor"), PATIENCE, log));
		Map<String, String> told = new LinkedHashMap<>(surroundings.settings());
		told.putAll(told());
		return new PeerSystem(TargetPreset.KEYCLOAK.target(realm, metadata, service)
			.withUserAttribute(ReleasedAttribute.PRINCIPAL_NAME.samlName()), surroundings, told);
	}

	private Map<String, String> told() {
		Map<String, String> told = new LinkedHashMap<>();
		told.put("Keycloak version", KeycloakDistribution.VERSION);
		told.put("virtual machine",
				System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + " " + heap);
		if (database == Database.DEV_FILE) {
			told.put("database", "H2 in a file");
		}
		told.put("people", importUsers ? "imported at their first sign-on" : "read from the directory");
		told.put("answers", "response signed (RSA-2048), assertion encrypted (AES-128-GCM)");
		return told;
	}

	/** Once, ahead, so that the measured server starts as one in production. */
	private void build(Path home, Path log) throws IOException, InterruptedException {
		try (ChildProcess build = ChildProcess.kept("keycloak build", "TERM", command(home, "build"), log)) {
			build.await(PATIENCE);
			if (!Files.readString(log).contains("Server configuration updated")) {
				throw new IOException("Keycloak could not be built" + Answering.end(log));
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
