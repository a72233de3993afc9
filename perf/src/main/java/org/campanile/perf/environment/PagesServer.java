package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.process.CommandLoop;
import org.campanile.perf.process.JavaProcess;
import org.campanile.perf.load.ProtectedPages;
import org.campanile.perf.load.Target;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.result.ProcessResult.ProcessRole;

/** A {@link PagesMain}, from where its process is not. */
final class PagesServer implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	/**
	 * It is not the service that is to be the bottleneck: no packet waits for another,
	 * and no connection is closed that a user may be about to use.
	 */
	private static final List<String> OPTIONS = List.of("-Xmx384m", "-Dsun.net.httpserver.nodelay=true",
			"-Dsun.net.httpserver.maxIdleConnections=20000", "-Dsun.net.httpserver.idleInterval=300",
			"-Dlogback.configurationFile=org/campanile/perf/logback-perf.xml");

	private final JavaProcess process;

	private final URI address;

	private final VirtualServiceProvider service;

	private PagesServer(JavaProcess process, URI address, VirtualServiceProvider service) {
		this.process = process;
		this.address = address;
		this.service = service;
	}

	/**
	 * Starts it; returns when it listens. It lets nobody in before {@link #open}.
	 * @param folder for its files
	 */
	static PagesServer start(Path folder) throws IOException {
		Path keys = Files.createDirectories(folder).resolve("service-provider");
		List<String> words = new ArrayList<>(OPTIONS);
		words.addAll(JavaProcess.here(PagesMain.class));
		words.add(keys.toString());
		JavaProcess process = JavaProcess.start("service", words, folder.resolve("output.log"));
		try {
			URI address = URI.create(process.answer(PATIENCE));
			return new PagesServer(process, address,
					VirtualServiceProvider.in(keys, ProtectedPages.assertionConsumerService(address)));
		}
		catch (IOException | RuntimeException ex) {
			process.close();
			throw ex;
		}
	}

	/** Whose metadata the identity provider must be given. */
	VirtualServiceProvider serviceProvider() {
		return service;
	}

	/**
	 * Opens the pages to users that the identity provider has authenticated.
	 * @return the identity provider, reached by way of the pages
	 * @throws IOException if its metadata cannot be read
	 */
	Target open(Target identityProvider) throws IOException {
		process.ask(PagesMain.OPEN + identityProvider.metadata(), PATIENCE);
		URI anyPage = ProtectedPages.anyPage(address);
		return identityProvider.atService(anyPage, anyPage);
	}

	MeasuredProcess measured() {
		return new MeasuredProcess("service", ProcessRole.SERVICE, process.pid());
	}

	@Override
	public void close() {
		process.close();
	}

	/**
	 * The {@link ProtectedPages} in a process that obeys a {@link CommandLoop} by ending
	 * with it; says the address it listens on. Argument: the folder of the service's
	 * keys, which exist when it is opened, as their metadata names that address.
	 */
	public static final class PagesMain {

		/**
		 * Before the file with the metadata of the identity provider to trust from now
		 * on.
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

}
