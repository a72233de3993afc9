package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Brings up what is measured. */
public final class Systems {

	private Systems() {
	}

	/**
	 * Brings one up; returns when every node is ready.
	 * @param folder of the results: what is loaded for many runs and the service's keys
	 * stay there, all else goes when the system is closed
	 * @throws IOException saying what did not start, and why; nothing is left running
	 * @throws org.campanile.web.cluster.MissingProgramException saying what to install
	 */
	public static RunningSystem start(SystemSpec spec, Path folder) throws IOException {
		return start(spec, folder, Installation.find());
	}

	/**
	 * As {@link #start}, with the nodes of another build, which are started as the
	 * product is: they need not know this harness.
	 * @param server the executable jar of that build
	 */
	public static RunningSystem startBuild(Path server, SystemSpec spec, Path folder) throws IOException {
		return start(spec.launchedAs(SystemSpec.Launch.PRODUCT), folder, Installation.find().withServer(server));
	}

	private static RunningSystem start(SystemSpec spec, Path folder, Installation installation) throws IOException {
		if (spec.nodes() < 1) {
			throw new IllegalArgumentException("a system has a node");
		}
		if (spec.nodes() > 1 && !spec.proxied()) {
			throw new IllegalArgumentException("several nodes need a proxy in front");
		}
		PeerEnvironment environment = PeerEnvironment.in(folder);
		try {
			return new Assembly(spec, environment, installation).start();
		}
		catch (IOException | RuntimeException ex) {
			try {
				environment.close();
			}
			catch (IOException more) {
				ex.addSuppressed(more);
			}
			throw ex;
		}
	}

	/**
	 * Whether {@code bin/campanile aot} has made a cache of the server that would be
	 * measured; not if there is no server, which its start says.
	 */
	public static boolean hasCacheOfClasses() {
		try {
			return Installation.find().cache().isPresent();
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * The virtual machine's option by which it reads those that {@code bin/campanile}
	 * starts a server with.
	 * @throws IOException if the server that would be measured has no such file
	 */
	public static String launcherOptions() throws IOException {
		Path server = Installation.find().server();
		for (Path folder = server.getParent(); folder != null; folder = folder.getParent()) {
			Path options = folder.resolve("bin").resolve("jvm.options");
			if (Files.isReadable(options)) {
				return "@" + options;
			}
		}
		throw new IOException("no bin/jvm.options in any folder above " + server);
	}

}
