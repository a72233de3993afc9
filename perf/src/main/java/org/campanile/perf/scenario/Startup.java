package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Launch;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.Systems;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.campanile.perf.scenario.SideBySide.Ratios;

/**
 * The time from the start of the process to the first user signed in, and the cost of the
 * logins after it: a server that has just started is slower than a warm one.
 */
final class Startup implements Scenario {

	private static final int REPEATS = 5;

	private static final int PEOPLE = 1_000;

	/** The number of logins over which the additional cost after a start is counted. */
	private static final int LOGINS = 10_000;

	private static final int SLICES = 5;

	/** The number of logins after which the cost of a login is taken as final. */
	private static final int UNTIL_WARM = 40_000;

	private static final int WARM_LOGINS = 5_000;

	static final String WITH_CACHE = "with the AOT cache";

	private static final String WITHOUT_CACHE = "without the AOT cache";

	private static final String SECONDS = "seconds to the first login";

	private static final String TAXED = "logins after the start, in times of a warm one";

	/** Names the samples of the cost of logins after each start of a cell. */
	static String taxed(String cell) {
		return cell + ": " + TAXED;
	}

	/** Names the samples of the starts of a cell. */
	static String samples(String cell) {
		return cell + ": " + SECONDS;
	}

	@Override
	public About about() {
		return new About("startup",
				"Cold start to the first login and what the next 10,000 take, with and without the JDK's AOT cache.",
				List.of("From the start of the server's process until a person has an assertion, which is not opened. The directory is up "
						+ "before; the browser's own first connection is made to another server before, and not counted.",
						"The server runs with the options of bin/jvm.options, a heap of 1 GB at most and the serial collector, as "
								+ "bin/campanile run starts it.",
						"The machine's file cache is warm.",
						"The logins after it come one after the other, from one browser after the other; until the last of them, "
								+ "all processor time of the server is counted, its compilers' included.",
						"After each start the server is warmed up by 40,000 logins more: the tax of a start is what the first 10,000 "
								+ "logins cost, in times of a warm one of the same server.",
						"A start with the AOT cache is measured if bin/campanile aot has made one of this server."),
				false, false);
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		List<PlannedStep> planned = new ArrayList<>();
		for (int repeat = 0; repeat <= options.pace().repeats(REPEATS); repeat++) {
			cells(options).keySet().forEach(cell -> planned.add(PlannedStep.start(cell)));
		}
		return planned;
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		Map<String, SystemSpec> cells = cells(run.options());
		if (!cells.containsKey(WITH_CACHE)) {
			run.say("no AOT cache of this build is beside its jar, so no start with one is measured; bin/campanile aot makes one");
		}
		Map<String, Map<String, List<Double>>> figures = new LinkedHashMap<>();
		// The first start of each warms up files, and the classes of the browser here.
		for (int repeat = 0; repeat <= run.options().pace().repeats(REPEATS); repeat++) {
			for (Map.Entry<String, SystemSpec> cell : cells.entrySet()) {
				boolean counts = repeat > 0;
				Start start = start(run, cell.getKey(), Memory.asLaunched(cell.getValue()), counts);
				if (counts) {
					Map<String, List<Double>> all = figures.computeIfAbsent(cell.getKey(),
							name -> new LinkedHashMap<>());
					run.samples(samples(cell.getKey()), List.of(start.figures().getOrDefault(SECONDS, Double.NaN)));
					run.samples(taxed(cell.getKey()), List.of(start.taxed()));
					start.figures()
						.forEach((name, value) -> all.computeIfAbsent(name, none -> new ArrayList<>()).add(value));
					run.facts(cell.getKey(), facts(all));
				}
			}
		}
	}

	/**
	 * A measured start.
	 *
	 * @param figures the figures by name
	 * @param taxed CPU time of each of the logins after it, in times of a warm one; not a
	 * number if the server was not warmed up
	 */
	private record Start(Map<String, Double> figures, double taxed) {
	}

	private static Start start(Run run, String cell, SystemSpec spec, boolean untilWarm)
			throws IOException, InterruptedException {
		try (RunningSystem system = run.start(cell, spec); PlainLogin browser = new PlainLogin(system.target())) {
			Population people = spec.directory().people();
			browser.signIn(people.username(0), people.password(0));
			Instant signedIn = Instant.now();
			MeasuredProcess node = system.processes()
				.stream()
				.filter(process -> process.role() == ProcessRole.IDENTITY_PROVIDER)
				.findFirst()
				.orElseThrow(() -> new IOException(cell + ": no process is known to be the server"));
			Instant started = node.started();
			if (started == null) {
				throw new IOException(cell + ": it is not known when " + node.name() + " was started");
			}
			Map<String, Double> figures = new LinkedHashMap<>();
			figures.put(SECONDS, Duration.between(started, signedIn).toMillis() / 1_000.0);
			figures.put("CPU seconds to the first login", cpuSeconds(node));
			int logins = Math.max(1, run.options().pace().scaled(LOGINS) / SLICES);
			double all = 0;
			for (int slice = 1; slice <= SLICES; slice++) {
				double cost = cost(node, browser, people, logins);
				all += cost / SLICES;
				figures.put("CPU-ms a login, to the %dth".formatted(slice * logins), cost);
			}
			figures.put("CPU-ms a login, the next %d".formatted(SLICES * logins), all);
			double taxed = Double.NaN;
			if (untilWarm) {
				cost(node, browser, people, run.options().pace().scaled(UNTIL_WARM));
				double warm = cost(node, browser, people, run.options().pace().scaled(WARM_LOGINS));
				taxed = all / warm;
				figures.put("CPU-ms a login, warm", warm);
				figures.put("the next %d, in times of a warm one".formatted(SLICES * logins), taxed);
			}
			run.say(cell + figures.entrySet()
				.stream()
				.map(figure -> "%s %.2f".formatted(figure.getKey(), figure.getValue()))
				.collect(Collectors.joining(", ", ": ", "")));
			return new Start(figures, taxed);
		}
	}

	/** Measures the CPU milliseconds for each of a number of logins. */
	private static double cost(MeasuredProcess node, PlainLogin browser, Population people, int logins)
			throws IOException {
		double before = cpuSeconds(node);
		for (int login = 1; login <= logins; login++) {
			int user = login % people.size();
			browser.signIn(people.username(user), people.password(user));
		}
		return (cpuSeconds(node) - before) * 1_000 / logins;
	}

	/** Returns the processor time of the process alone, which has no children. */
	private static double cpuSeconds(MeasuredProcess node) throws IOException {
		return ProcessHandle.of(node.pid())
			.flatMap(process -> process.info().totalCpuDuration())
			.orElseThrow(() -> new IOException(node.name() + " has ended"))
			.toMillis() / 1_000.0;
	}

	private static Map<String, Double> facts(Map<String, List<Double>> figures) {
		Map<String, Double> facts = new LinkedHashMap<>();
		figures.forEach((name, values) -> {
			double[] all = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
			facts.put(name + ", median", Ratios.median(all));
			facts.put(name + ", lowest", all[0]);
			facts.put(name + ", highest", all[all.length - 1]);
		});
		return facts;
	}

	private static Map<String, SystemSpec> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		SystemSpec spec = Specs.system(options, store, 1, directory);
		Map<String, SystemSpec> cells = new LinkedHashMap<>();
		cells.put(WITHOUT_CACHE, spec.launchedAs(Launch.PRODUCT));
		if (Systems.hasCacheOfClasses()) {
			cells.put(WITH_CACHE, spec.launchedAs(Launch.PRODUCT_WITH_CACHE));
		}
		return cells;
	}

}
