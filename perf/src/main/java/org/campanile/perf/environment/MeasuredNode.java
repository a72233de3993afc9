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
import org.campanile.testkit.process.JavaOptions;

/** A node of the measured system: a {@link NodeMain} on the product's own class path. */
final class MeasuredNode implements AutoCloseable {

	/** A machine that starts several at once is slow. */
	private static final Duration START_PATIENCE = Duration.ofMinutes(4);

	/** Millions of sessions go into a database in that time. */
	private static final Duration PRELOAD_PATIENCE = Duration.ofHours(2);

	private static final Duration HEAP_PATIENCE = Duration.ofMinutes(5);

	private final String name;

	private final int port;

	private final int managementPort;

	private final boolean acceptsCommands;

	private final JavaProcess process;

	private MeasuredNode(String name, int port, int managementPort, boolean acceptsCommands, JavaProcess process) {
		this.name = name;
		this.port = port;
		this.managementPort = managementPort;
		this.acceptsCommands = acceptsCommands;
		this.process = process;
	}

	/**
	 * Where a node will listen.
	 */
	record Place(String name, int port, int managementPort) {

		/** {@code host:port}, as the proxy names it. */
		String upstream() {
			return "127.0.0.1:" + port;
		}

	}

	/**
	 * Starts one; {@link #awaitReady} waits for it.
	 * @param home its home folder
	 * @param options of its virtual machine
	 * @param settings by key, over those of the home folder
	 */
	static MeasuredNode start(Place place, Installation server, Launch launch, Path home, List<String> options,
			Map<String, String> settings) throws IOException {
		Map<String, String> all = new LinkedHashMap<>(settings);
		all.put("server.port", Integer.toString(place.port()));
		all.put("management.server.port", Integer.toString(place.managementPort()));
		List<String> words = new ArrayList<>(JavaOptions.OPENED);
		words.addAll(options);
		words.addAll(server.words(launch, home, all));
		return new MeasuredNode(place.name(), place.port(), place.managementPort(), launch == Launch.HARNESS,
				JavaProcess.start(place.name(), words, home.resolve("log.txt")));
	}

	/**
	 * Waits until it may be sent logins.
	 * @throws IOException with the end of its log if it ends before, or takes too long
	 */
	void awaitReady() throws IOException {
		if (acceptsCommands) {
			process.answer(START_PATIENCE);
		}
		HttpAnswers.await(name, URI.create(managementAddress() + "/health/readiness"), process::isAlive, START_PATIENCE,
				process.log());
	}

	/** Where health and metrics are. */
	private String managementAddress() {
		return "http://127.0.0.1:" + managementPort + "/actuator";
	}

	URI metrics() {
		return URI.create(managementAddress() + "/prometheus");
	}

	MeasuredProcess measured() {
		return new MeasuredProcess(name, ProcessRole.IDENTITY_PROVIDER, process.pid(), metrics(), process.started());
	}

	String name() {
		return name;
	}

	int port() {
		return port;
	}

	long pid() {
		return process.pid();
	}

	/** Begins to store sessions; {@link #awaitPreloaded} waits for the end. */
	void preload(int first, int count) throws IOException {
		process.send("preload " + first + " " + count);
	}

	void awaitPreloaded() throws IOException {
		process.answer(PRELOAD_PATIENCE);
	}

	/** Enrols a factor for so many people. */
	void enrol(RunningSystem.Enrolled what, int people) throws IOException {
		process.ask("enrol " + what.name().toLowerCase(Locale.ROOT) + ' ' + people, PRELOAD_PATIENCE);
	}

	/** Bytes in use after a collection. */
	long heap() throws IOException {
		return Long.parseLong(process.ask("heap", HEAP_PATIENCE));
	}

	/** Asks it to stop without waiting. */
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
