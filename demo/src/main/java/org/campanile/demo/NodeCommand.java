package org.campanile.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import org.campanile.web.command.ContributedCommand;
import org.campanile.web.command.Campanile;
import org.campanile.web.command.Server;
import org.campanile.web.lifecycle.Drain;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A node of {@code demo --cluster}, which starts it as a child process. Exits when its
 * standard input is closed, because then the parent process has exited.
 */
@Command(name = "demo-node", hidden = true, description = "A node of the demo's cluster.")
public final class NodeCommand implements ContributedCommand {

	@Option(names = "--home", required = true, paramLabel = "DIR")
	private Path home = Path.of(".");

	@Option(names = "--set", paramLabel = "KEY=VALUE")
	private Map<String, String> settings = new LinkedHashMap<>();

	@Override
	public Integer call() {
		Server server = new Server(home, "classpath:demo.yaml");
		settings.forEach(server::with);
		InputStream input = System.in;
		// Watches from now on, because the parent may exit during the start.
		Watch watch = new Watch();
		Thread.ofPlatform().daemon().name("parent").start(() -> watch.until(input));
		watch.started(server.start());
		return Campanile.KEEP_RUNNING;
	}

	/** Exits this process when its standard input is closed. */
	private static final class Watch {

		private volatile @org.jspecify.annotations.Nullable ConfigurableApplicationContext context;

		void started(ConfigurableApplicationContext started) {
			context = started;
		}

		void until(InputStream input) {
			try {
				input.transferTo(java.io.OutputStream.nullOutputStream());
			}
			catch (IOException ex) {
				// Treated like the end of the input.
				Thread.yield();
			}
			ConfigurableApplicationContext current = context;
			if (current != null && current.isActive()) {
				current.getBean(Drain.class).hurry();
			}
			System.exit(0);
		}

	}

}
