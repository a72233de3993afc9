package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import org.campanile.perf.load.ProtectedPages;
import org.campanile.perf.load.VirtualServiceProvider;

/**
 * The {@link ProtectedPages} in a process that obeys a {@link CommandLoop} by ending with
 * it; says the address it listens on. Argument: the folder of the service's keys, which
 * are there when it is told to open, as their metadata names that address.
 */
public final class PagesMain {

	/**
	 * Before the file with the metadata of the identity provider to trust from now on.
	 */
	static final String OPEN = "open ";

	private PagesMain() {
	}

	public static void main(String[] arguments) throws IOException {
		ProtectedPages pages = ProtectedPages.listen(Set.copyOf(Campus.UNITS));
		VirtualServiceProvider service = new VirtualServiceProvider(Path.of(arguments[0]),
				ProtectedPages.assertionConsumerService(pages.address()));
		new CommandLoop(System.in, System.err).run(pages.address().toString(), command -> {
			if (!command.startsWith(OPEN)) {
				throw new IllegalArgumentException("no command is called " + command);
			}
			pages.open(service, Path.of(command.substring(OPEN.length())));
			return "opened";
		});
		System.exit(0);
	}

}
