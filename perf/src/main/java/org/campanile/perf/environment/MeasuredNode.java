package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.SystemSpec.Launch;
import org.campanile.perf.process.HttpAnswers;
import org.campanile.perf.process.JavaProcess;
import org.campanile.perf.result.ProcessResult.ProcessRole;

/** A node of the measured system: a {@link NodeMain} or the product itself. */
final class MeasuredNode implements AutoCloseable {

	/** How long a node may take to start; several at once start slowly. */
	private static final Duration START_PATIENCE = Duration.ofMinutes(4);

	/** How long storing sessions may take: up to millions go into a database. */
	private static final Duration PRELOAD_PATIENCE = Duration.ofHours(2);

	private static final Duration HEAP_PATIENCE = Duration.ofMinutes(5);

	private final String name;

	private final int managementPort;

	private final boolean acceptsCommands;

	private final JavaProcess process;

	private MeasuredNode(String name, int managementPort, boolean acceptsCommands, JavaProcess process) {
		this.name = name;
		this.managementPort = managementPort;
		this.acceptsCommands = acceptsCommands;
		this.process = process;
	}

	/** The name of a node and the ports that it listens on. */
	record Place(String name, int port, int managementPort) {

		/** Returns {@code host:port}, as the proxy's configuration names the node. */
		String upstream() {
			return "127.0.0.1:" + port;
		}

	}

	/**
	 * Starts a node; {@link #awaitReady} waits until it is ready.
	 * @param home the node's home folder
	 * @param options for its virtual machine
	 * @param settings by key; they override those of the home folder
	 */
	static MeasuredNode start(Place place, Installation server, Launch launch, Path home, List<String> options,
			Map<String, String> settings) throws IOException {
		Map<String, String> all = new LinkedHashMap<>(settings);
		all.put("server.port", Integer.toString(place.port()));
		all.put("management.server.port", Integer.toString(place.managementPort()));
		List<String> words = new ArrayList<>(options);
		words.addAll(server.words(launch, home, all));
		return new MeasuredNode(place.name(), place.managementPort(), launch == Launch.HARNESS,
				JavaProcess.start(place.name(), words, home.resolve("log.txt")));
	}

	/**
	 * Waits until the node accepts logins.
	 * @throws IOException with the end of its log, if it ends before or takes too long
	 */
	void awaitReady() throws IOException {
		if (acceptsCommands) {
			process.answer(START_PATIENCE);
		}
		HttpAnswers.await(name, URI.create(managementAddress() + "/health/readiness"), process::isAlive, START_PATIENCE,
				process.log());
	}

	/** Returns the base address of health and metrics. */
	private String managementAddress() {
		return "http://127.0.0.1:" + managementPort + "/actuator";
	}

	URI metrics() {
		return URI.create(managementAddress() + "/prometheus");
	}

	MeasuredProcess measured() {
		return new MeasuredProcess(name, ProcessRole.IDENTITY_PROVIDER, process.pid(), metrics(), process.started());
	}

	long pid() {
		return process.pid();
	}

	/** Begins to store sessions; {@link #awaitPreloaded} waits until they are stored. */
	void preload(int first, int count) throws IOException {
		process.send("preload " + first + " " + count);
	}

	void awaitPreloaded() throws IOException {
		process.answer(PRELOAD_PATIENCE);
	}

	/** Enrols a factor for the first users. */
	void enrol(RunningSystem.Enrolled what, int people) throws IOException {
		process.ask("enrol " + what.name().toLowerCase(Locale.ROOT) + ' ' + people, PRELOAD_PATIENCE);
	}

	/** Returns the bytes in use on the heap after a garbage collection. */
	long heap() throws IOException {
		return Long.parseLong(process.ask("heap", HEAP_PATIENCE));
	}

	/** Asks the node to stop, without waiting. */
	void requestStop() {
		if (acceptsCommands) {
			process.requestStop();
		}
		else {
			process.terminate();
		}
	}

	@Override
	public void close() {
		requestStop();
		process.close();
	}

}
