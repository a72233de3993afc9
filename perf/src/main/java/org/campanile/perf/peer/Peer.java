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
 * Another identity provider, to be started on this machine so that it does the same work
 * for the same people. Immutable.
 */
public interface Peer {

	/** On the command line and in reports, such as {@code keycloak}. */
	String name();

	/** By which users sign on. */
	default Protocol protocol() {
		return Protocol.SAML;
	}

	/**
	 * What must be installed before it can be started, a sentence each, with the remedy;
	 * empty if nothing is missing.
	 */
	List<String> missing();

	/**
	 * Downloads what may be downloaded for it; does nothing if that is there.
	 * @param progress receives what is being done
	 * @throws IOException if it could not be had, or is the system's matter, with the
	 * reason
	 */
	default void fetch(Consumer<String> progress) throws IOException, InterruptedException {
		requirePresent();
	}

	/**
	 * @throws IOException if something is missing
	 */
	default void requirePresent() throws IOException {
		if (!missing().isEmpty()) {
			throw new IOException(String.join(" ", missing()));
		}
	}

	/**
	 * Starts it, on loopback, and returns when it answers. The one service it knows is
	 * that of the results, as with our own systems.
	 * @param directory who can sign in
	 * @param results folder of the results: what is loaded for many runs and the
	 * service's keys stay there, all else goes when the system is closed
	 * @return the server, asked by a link if by SAML, with directory, database and proxy,
	 * if it has them
	 * @throws IOException if something is missing or it did not start, with the end of
	 * its log; nothing is left running
	 * @throws org.campanile.testkit.process.MissingProgramException saying what to
	 * install
	 */
	RunningSystem start(DirectorySpec directory, Path results) throws IOException;

	/** The identity providers that can be started. */
	public static final class Peers {

		private static final long HEAP_LIMIT_MEGABYTES = 3_072;

		private Peers() {
		}

		/** All of them, each as its guides recommend for production. */
		public static List<Peer> all() {
			String heap = "-Xmx" + heapMegabytes() + "m";
			return List.of(new KeycloakPeer(MavenCache.standard(), heap), new SimpleSamlPeer(),
					new CasPeer(MavenCache.standard(), heap));
		}

		/**
		 * The one of that name, if there is one. The path of an executable jar names
		 * another build of this server.
		 */
		public static Optional<Peer> named(String name) {
			if (name.endsWith(OtherBuild.SUFFIX)) {
				return Optional.of(new OtherBuild(Path.of(name)));
			}
			return all().stream().filter(peer -> peer.name().equals(name)).findFirst();
		}

		/** Their names, for a message. */
		public static String names() {
			return all().stream().map(Peer::name).collect(Collectors.joining(", "));
		}

		/** As much as a node of ours has. */
		private static long heapMegabytes() {
			OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
			return Math.min(HEAP_LIMIT_MEGABYTES, system.getTotalMemorySize() / 2 >> 20);
		}

		/**
		 * Another build of this server, such as the one before a change: one node with
		 * sessions in memory, started from its executable jar. Immutable.
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

}
