package org.campanile.perf.peer;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import com.sun.management.OperatingSystemMXBean;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.Systems;

/**
 * Another identity provider, which can be started on this machine to do the same work for
 * the same people. Immutable.
 */
public interface Peer {

	/** Returns its name on the command line and in reports, such as {@code keycloak}. */
	String name();

	/** Returns the protocol by which users sign on. */
	default Protocol protocol() {
		return Protocol.SAML;
	}

	/**
	 * Returns what must be installed before it can be started, a sentence each, with the
	 * remedy; empty if nothing is missing.
	 */
	List<String> missing();

	/**
	 * Downloads what it needs and may be downloaded; does nothing if that is present.
	 * @param progress receives descriptions of the current download
	 * @throws IOException if a download failed, or something must be installed by other
	 * means, with the reason
	 */
	default void fetch(Consumer<String> progress) throws IOException, InterruptedException {
		requirePresent();
	}

	/**
	 * Checks that nothing is missing.
	 * @throws IOException if something is missing
	 */
	default void requirePresent() throws IOException {
		if (!missing().isEmpty()) {
			throw new IOException(String.join(" ", missing()));
		}
	}

	/**
	 * Starts it on loopback, and returns when it answers. It knows one service: that of
	 * the results, as our own systems do.
	 * @param directory the directory of the people who can sign in
	 * @param results folder of the results; databases loaded for many runs and the keys
	 * of the service stay there, everything else is deleted when the system is closed
	 * @return the server, with its directory, database and proxy if it has them; sign-ons
	 * by SAML begin by a link
	 * @throws IOException if something is missing or it did not start, with the end of
	 * its log; nothing is left running
	 * @throws org.campanile.testkit.process.MissingProgramException saying what to
	 * install
	 */
	RunningSystem start(DirectorySpec directory, Path results) throws IOException;

	/** Returns all peers, each configured as its guides recommend for production. */
	private static List<Peer> all() {
		String heap = "-Xmx" + heapMegabytes() + "m";
		return List.of(new KeycloakPeer(MavenCache.standard(), heap), new SimpleSamlPeer(),
				new CasPeer(MavenCache.standard(), heap));
	}

	/**
	 * Returns the peer with that name, if there is one. The path of an executable jar
	 * names another build of Campanile.
	 */
	static Optional<Peer> named(String name) {
		if (name.endsWith(OtherBuild.SUFFIX)) {
			return Optional.of(new OtherBuild(Path.of(name)));
		}
		return all().stream().filter(peer -> peer.name().equals(name)).findFirst();
	}

	/** Returns their names, for a message. */
	static String names() {
		return all().stream().map(Peer::name).collect(Collectors.joining(", "));
	}

	/** Returns the heap that a node of ours has as well. */
	private static long heapMegabytes() {
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		return Math.min(3_072, system.getTotalMemorySize() / 2 >> 20);
	}

	/**
	 * Another build of Campanile, such as the one before a change: one node with sessions
	 * in memory, started from its executable jar. Immutable.
	 *
	 * @param jar the executable jar of {@code idp-web}
	 */
	record OtherBuild(Path jar) implements Peer {

		static final String SUFFIX = ".jar";

		@Override
		public String name() {
			return jar.toString();
		}

		@Override
		public List<String> missing() {
			return Files.isReadable(jar) ? List.of()
					: List.of(jar + " cannot be read; name an executable jar of idp-web.");
		}

		@Override
		public RunningSystem start(DirectorySpec directory, Path results) throws IOException {
			return Systems.startBuild(jar,
					SystemSpec.oneNode(Store.MEMORY, directory).initiatedBy(SystemSpec.Initiator.IDP), results);
		}

	}

}
