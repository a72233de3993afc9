package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.SystemSpec.Launch;
import org.campanile.perf.environment.Systems;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.ProcessRole;

/** From the start of the process to the first person signed in. */
final class Startup implements Scenario {

	private static final int REPEATS = 5;

	private static final int PEOPLE = 1_000;

	@Override
	public String name() {
		return "startup";
	}

	@Override
	public String description() {
		return "Cold start to the first login, with and without the JDK's cache of loaded classes.";
	}

	@Override
	public List<String> remarks() {
		return List.of("From the start of the server's process until a person has an assertion. The directory is up "
				+ "before; the browser's own first connection is made to another server before, and not counted.",
				"The machine's file cache is warm.",
				"A start with a cache of classes is measured if bin/campanile aot has made one of this server.");
	}

	@Override
	public boolean foreign() {
		return false;
	}

	@Override
	public List<Planned> plan(RunOptions options) {
		List<Planned> planned = new ArrayList<>();
		for (int repeat = 0; repeat <= options.pace().repeats(REPEATS); repeat++) {
			cells(options).keySet().forEach(cell -> planned.add(Planned.start(cell)));
		}
		return planned;
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		Map<String, SystemSpec> cells = cells(run.options());
		Map<String, List<Double>> seconds = new LinkedHashMap<>();
		// The first of each warms up: files, and the classes of the browser here.
		for (int repeat = 0; repeat <= run.options().pace().repeats(REPEATS); repeat++) {
			for (Map.Entry<String, SystemSpec> cell : cells.entrySet()) {
				double took = firstLogin(run, cell.getKey(), cell.getValue());
				if (repeat > 0) {
					seconds.computeIfAbsent(cell.getKey(), name -> new ArrayList<>()).add(took);
					keep(run, cell.getKey(), seconds.getOrDefault(cell.getKey(), List.of()));
				}
			}
		}
	}

	private static double firstLogin(Run run, String cell, SystemSpec spec) throws IOException, InterruptedException {
		try (RunningSystem system = run.start(cell, spec)) {
			Population people = spec.directory().people();
			new PlainLogin(system.target()).signIn(people.username(0), people.password(0));
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
			return Duration.between(started, signedIn).toMillis() / 1_000.0;
		}
	}

	private static void keep(Run run, String cell, List<Double> seconds) throws IOException {
		Map<String, Double> facts = new LinkedHashMap<>();
		double[] all = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		facts.put("seconds to the first login, median", Ratios.median(all));
		facts.put("seconds to the first login, lowest", all[0]);
		facts.put("seconds to the first login, highest", all[all.length - 1]);
		run.facts(cell, facts);
		run.say("%s: %.2f s to the first login".formatted(cell, seconds.getLast()));
	}

	private static Map<String, SystemSpec> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		SystemSpec spec = Specs.system(options, store, 1, directory);
		Map<String, SystemSpec> cells = new LinkedHashMap<>();
		cells.put("without a cache of classes", spec.launchedAs(Launch.PRODUCT));
		if (Systems.hasCacheOfClasses()) {
			cells.put("with a cache of classes", spec.launchedAs(Launch.PRODUCT_WITH_CACHE));
		}
		return cells;
	}

}
