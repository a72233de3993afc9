package org.campanile.perf.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.ServerAddress;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The demo's directory in a process of its own, and the product's client of it. Used by
 * one thread.
 */
final class DirectoryFixture implements AutoCloseable {

	static final String USERNAME = "alice";

	static final String PASSWORD = "alice-demo";

	private @Nullable Process process;

	/** Starts the directory and connects to it. */
	Directory open() throws IOException {
		Path java = Path.of(System.getProperty("java.home"), "bin", "java");
		Process started = new ProcessBuilder(java.toString(), "-cp", System.getProperty("java.class.path"),
				Server.class.getName())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		process = started;
		BufferedReader output = started.inputReader();
		String port = output.readLine();
		if (port == null) {
			throw new IOException("the directory ended before it listened; what it said stands above");
		}
		DirectorySettings settings = new DirectorySettings(
				List.of(new ServerAddress("127.0.0.1", Integer.parseInt(port.strip()))),
				DirectorySettings.Order.FAILOVER,
				new DirectorySettings.Transport(DirectorySettings.Security.PLAIN, Optional.empty(), false),
				Optional.of(new DirectorySettings.ServiceAccount(EmbeddedDirectory.DEMO_SERVICE_DN,
						EmbeddedDirectory.DEMO_SERVICE_PASSWORD)),
				new DirectorySettings.Users("ou=people," + EmbeddedDirectory.DEMO_BASE_DN,
						DirectorySettings.Scope.SUBTREE, "(uid={user})", "uid", false, Optional.empty()),
				DirectorySettings.Pools.DEFAULTS, DirectorySettings.Limits.DEFAULTS);
		return new Directory(settings, Directory.DEFAULT_ATTRIBUTES, InstantSource.system(), new SimpleMeterRegistry());
	}

	@Override
	public void close() {
		if (process != null) {
			process.destroy();
		}
	}

	/** Says its port, and ends when whoever started it is gone. */
	static final class Server {

		private Server() {
		}

		public static void main(String[] arguments) throws IOException {
			try (EmbeddedDirectory directory = EmbeddedDirectory.demo(0)) {
				System.out.println(directory.address().port());
				System.out.flush();
				System.in.transferTo(java.io.OutputStream.nullOutputStream());
			}
			System.exit(0);
		}

	}

}
