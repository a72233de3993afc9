package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.campanile.testkit.process.ChildProcess;

/** PostgreSQL from a jar, for who has not installed it. */
final class EmbeddedPostgresServer extends PostgresServer {

	/** Ends the server by its fast shutdown once our end of the pipe closes. */
	private static final String WATCH = "cat >/dev/null; kill -s INT \"$(head -n 1 \"$1\")\" 2>/dev/null";

	private final EmbeddedPostgres server;

	private final ChildProcess watcher;

	private final long pid;

	private EmbeddedPostgresServer(EmbeddedPostgres server, ChildProcess watcher, long pid) {
		this.server = server;
		this.watcher = watcher;
		this.pid = pid;
	}

	static EmbeddedPostgresServer start(Path folder, int port) throws IOException {
		Path log = folder.resolve("output.log");
		ProcessBuilder.Redirect output = ProcessBuilder.Redirect.appendTo(log.toFile());
		Path data = folder.resolve("data");
		Path pidFile = data.resolve("postmaster.pid");
		// Before the server, which detaches itself from us.
		ChildProcess watcher = ChildProcess.start("postgresql", List.of("sh", "-c", WATCH, "sh", pidFile.toString()),
				log);
		try {
			EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
				.setOverrideWorkingDirectory(folder.resolve("program").toFile())
				.setDataDirectory(data)
				.setCleanDataDirectory(true)
				.setRegisterShutdownHook(false)
				.setPort(port)
				.setPGStartupWait(Duration.ofSeconds(60))
				.setOutputRedirector(output)
				.setErrorRedirector(output);
			for (Map.Entry<String, String> setting : CONFIGURATION.entrySet()) {
				builder.setServerConfig(setting.getKey(), setting.getValue());
			}
			EmbeddedPostgres server = builder.start();
			return new EmbeddedPostgresServer(server, watcher,
					Long.parseLong(Files.readAllLines(pidFile).getFirst().strip()));
		}
		catch (IOException | IllegalStateException | AssertionError ex) {
			watcher.close();
			throw new IOException("the embedded PostgreSQL does not start here: " + ex.getMessage()
					+ "; install Debian's package postgresql, or run this as an ordinary user", ex);
		}
	}

	@Override
	int port() {
		return server.getPort();
	}

	@Override
	long pid() {
		return pid;
	}

	@Override
	public void close() throws IOException {
		watcher.kill();
		server.close();
	}

}
