package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;

/**
 * Another identity provider, to be started on this machine so that it does the same work
 * for the same people. Immutable.
 */
public interface Peer {

	/** On the command line and in reports, such as {@code keycloak}. */
	String name();

	/**
	 * What must be installed before it can be started, a sentence each, with the remedy;
	 * empty if nothing is missing.
	 */
	List<String> missing();

	/**
	 * Downloads what may be downloaded for it; does nothing if that is there.
	 * @param progress told what is being done
	 * @throws IOException if it could not be had, or is the system's matter, with the
	 * reason
	 */
	void fetch(Consumer<String> progress) throws IOException, InterruptedException;

	/**
	 * Starts it, on loopback, and returns when it answers. The one service it knows is
	 * that of the results, as with our own systems.
	 * @param directory who can sign in
	 * @param results folder of the results: what is loaded for many runs and the
	 * service's keys stay there, all else goes when the system is closed
	 * @return the server with directory, database and proxy, if it has them
	 * @throws IOException if something is missing or it did not start, with the end of
	 * its log; nothing is left running
	 * @throws org.campanile.web.cluster.MissingProgramException saying what to install
	 */
	RunningSystem start(DirectorySpec directory, Path results) throws IOException, InterruptedException;

}
