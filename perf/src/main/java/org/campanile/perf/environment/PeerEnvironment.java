package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.DirectorySpec.DirectoryServer;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.testkit.process.Ports;
import org.springframework.util.FileSystemUtils;

/**
 * The servers that a foreign identity provider uses so that it does the same work as
 * Campanile: the same directory, the same kind of database, a folder for its files.
 * Closing it ends all of them. Used by one thread.
 */
public final class PeerEnvironment implements AutoCloseable {

	/** The superuser of the database. */
	public static final String DATABASE_USER = PostgresServer.USER;

	private final ResourceStack started = new ResourceStack();

	private final Ports ports = new Ports();

	private final List<MeasuredProcess> processes = new ArrayList<>();

	private final Map<String, String> settings = new LinkedHashMap<>();

	private final Path results;

	private final Path work;

	private PeerEnvironment(Path results, Path work) {
		this.results = results;
		this.work = work;
	}

	/**
	 * Creates an environment.
	 * @param results folder of the results; databases loaded for many runs and the keys
	 * of the service stay there, everything else is deleted when the environment is
	 * closed
	 */
	public static PeerEnvironment in(Path results) throws IOException {
		Path kept = Files.createDirectories(results.toAbsolutePath().normalize());
		Path work = Files.createTempDirectory(kept, "system-");
		PeerEnvironment environment = new PeerEnvironment(kept, work);
		environment.add(() -> FileSystemUtils.deleteRecursively(work));
		return environment;
	}

	/**
	 * Starts a system in an environment of its own; if that fails, nothing is left
	 * running.
	 * @param results as for {@link #in}
	 */
	public static RunningSystem start(Path results, Starter starter) throws IOException {
		PeerEnvironment environment = in(results);
		try {
			return starter.start(environment);
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

	/** Starts a system, which closes the environment when the system is closed. */
	@FunctionalInterface
	public interface Starter {

		RunningSystem start(PeerEnvironment environment) throws IOException;

	}

	/** Returns the folder for all files of the system; deleted at the end. */
	public Path work() {
		return work;
	}

	/** Returns a free port of loopback, a different one each time. */
	public int port() {
		return ports.near(0);
	}

	/** Returns the service to sign in to, the same for all systems of these results. */
	public VirtualServiceProvider serviceProvider() throws IOException {
		return VirtualServiceProvider.in(results.resolve("service-provider"));
	}

	/**
	 * Registers a resource to be closed; the last one registered is closed first.
	 * @throws IOException if this process is ending
	 */
	public <T extends AutoCloseable> T add(T part) throws IOException {
		return started.add(part);
	}

	/** Registers a process whose use of resources is measured. */
	public void measure(MeasuredProcess process) {
		processes.add(process);
	}

	/**
	 * Starts the directory.
	 * @return the address on which it listens
	 * @throws org.campanile.testkit.process.MissingProgramException saying what to
	 * install
	 */
	public URI directory(DirectorySpec spec) throws IOException {
		return directoryServer("directory", spec).address();
	}

	/**
	 * Starts the directory and registers its process.
	 * @param name of the process, and of the folder for its files
	 */
	DirectoryServer directoryServer(String name, DirectorySpec spec) throws IOException {
		Path folder = work.resolve(name);
		DirectoryServer directory = add(switch (spec.kind()) {
			case EMBEDDED -> EmbeddedDirectoryServer.start(spec, folder);
			case OPENLDAP -> OpenLdap.start(spec, folder, results.resolve("directories"), ports);
		});
		measure(new MeasuredProcess(name, ProcessRole.DIRECTORY, directory.pid()));
		settings.putAll(directory.versions());
		settings.put(name, directory.description());
		return directory;
	}

	/**
	 * Starts a PostgreSQL that is as durable as the one that Campanile is measured with.
	 * @return its JDBC address; {@link #DATABASE_USER} needs no password
	 */
	public String database() throws IOException {
		return PostgresServer.url(databaseServer().port());
	}

	PostgresServer databaseServer() throws IOException {
		PostgresServer database = add(PostgresServer.start(work.resolve("postgresql"), ports));
		measure(new MeasuredProcess("postgresql", ProcessRole.DATABASE, database.pid()));
		settings.putAll(database.settings());
		return database;
	}

	/**
	 * Puts a delaying relay in front of a server.
	 * @param port on which the server listens, on loopback
	 * @return the port to use instead; the server's own if the latency is zero
	 */
	int delayed(int port, Duration latency) throws IOException {
		return latency.isZero() ? port : add(LatencyRelay.start(port, latency)).port();
	}

	Ports ports() {
		return ports;
	}

	/** Records a setting for the report. */
	public void setting(String name, String value) {
		settings.put(name, value);
	}

	/** Returns the processes whose use of resources is measured. */
	public List<MeasuredProcess> processes() {
		return List.copyOf(processes);
	}

	/** Returns the settings for the report, above all of directory and database. */
	public Map<String, String> settings() {
		return Collections.unmodifiableMap(new LinkedHashMap<>(settings));
	}

	@Override
	public void close() throws IOException {
		started.close();
	}

	/**
	 * A stack of resources that are closed in reverse order, also when this process is
	 * asked to stop. Thread-safe.
	 */
	static final class ResourceStack implements AutoCloseable {

		private final Deque<AutoCloseable> parts = new ArrayDeque<>();

		private final Thread hook = new Thread(this::closeParts, "end what was started");

		private boolean closed;

		ResourceStack() {
			Runtime.getRuntime().addShutdownHook(hook);
		}

		/**
		 * Registers a resource.
		 * @throws IOException if this process is ending; the resource is closed then
		 */
		synchronized <T extends AutoCloseable> T add(T part) throws IOException {
			if (closed) {
				end(part, new IOException());
				throw new IOException("the measurement is being stopped");
			}
			parts.push(part);
			return part;
		}

		/**
		 * Closes all resources, even if some fail.
		 * @throws IOException the first failure, with the others suppressed
		 */
		@Override
		public void close() throws IOException {
			try {
				Runtime.getRuntime().removeShutdownHook(hook);
			}
			catch (IllegalStateException ex) {
				// This process is ending: the first caller closes the resources, the
				// other one waits.
			}
			IOException failure = closeParts();
			if (failure.getSuppressed().length > 0) {
				throw failure;
			}
		}

		private synchronized IOException closeParts() {
			closed = true;
			IOException failure = new IOException("not everything could be stopped");
			while (!parts.isEmpty()) {
				end(parts.pop(), failure);
			}
			return failure;
		}

		private static void end(AutoCloseable part, IOException failure) {
			try {
				part.close();
			}
			catch (Exception ex) {
				failure.addSuppressed(ex);
			}
		}

	}

}
