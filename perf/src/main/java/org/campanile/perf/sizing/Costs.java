package org.campanile.perf.sizing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.result.Spread;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The measured figures on which a sizing is based, each with its source.
 *
 * @param all all figures; the first one of each quantity and store counts
 */
record Costs(List<Cost> all) {

	private static final String RESOURCE = "measured.json";

	/** The cell of a {@code startup} run that starts as a release does. */
	private static final String WITH_CACHE = "with the AOT cache";

	private static final Pattern AFTER_START = Pattern.compile("the next ([0-9]+), in times of a warm one, median");

	Costs {
		all = List.copyOf(all);
	}

	/** The measured quantities. */
	enum Quantity {

		/** Processor time of a login on a warm server, in milliseconds. */
		LOGIN,
		/** Processor time of a sign-on with a session, in milliseconds. */
		SIGN_ON,
		/** How many times a warm login one costs if the load is too low to be warm. */
		NOT_WARM,
		/** How many times a warm login one of the first after a start costs. */
		AFTER_START,
		/** The number of logins in {@link #AFTER_START}. */
		LOGINS_AFTER_START,
		/** Time from a start to the first login, in seconds. */
		START_SECONDS,
		/** Processor time from a start to the first login, in seconds. */
		START_CPU,
		/** Bytes of a copy of a session in its store. */
		SESSION_BYTES,
		/** The factor for the cost of a login if several nodes share sessions. */
		CLUSTER,
		/** Memory of a server with few sessions, in MiB. */
		RESIDENT_MIB,
		/** Bytes of a login on the wire to the browser. */
		BYTES_DOWN,
		/** Bytes of write-ahead log for a login. */
		WAL_LOGIN,
		/** Bytes of write-ahead log for a sign-on with a session. */
		WAL_SIGN_ON,
		/** Bytes of the audit log for a login. */
		AUDIT_LOGIN,
		/** Bytes of the audit log for each sign-on, with or without a password. */
		AUDIT_SIGN_ON

	}

	/**
	 * A measured figure.
	 *
	 * @param quantity the measured quantity
	 * @param store the store it applies to, such as {@code jpa}; empty if it applies to
	 * all
	 * @param value in the unit of the quantity
	 * @param source the source of the measurement, for people
	 */
	record Cost(Quantity quantity, String store, double value, String source) {
	}

	/** Returns the figures of the lab notebook, which are shipped with the harness. */
	static Costs shipped() {
		try (InputStream content = new ClassPathResource(RESOURCE, Costs.class).getInputStream()) {
			return new Costs(List.of(JsonMapper.shared().readValue(content, Cost[].class)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(RESOURCE + " cannot be read", ex);
		}
	}

	/** Returns these figures, replaced by those that a run has measured. */
	Costs from(Path folder) throws IOException {
		return from(RunResults.read(folder), String.valueOf(folder.getFileName()));
	}

	Costs from(RunResult run, String name) {
		List<Cost> measured = new ArrayList<>();
		for (CellResult cell : run.cells()) {
			String source = name + ", " + cell.name();
			store(cell.name()).ifPresent(store -> {
				steps(cell, Quantity.LOGIN, "login", store, source, measured);
				steps(cell, Quantity.SIGN_ON, "session", store, source, measured);
				Optional.ofNullable(cell.facts().get("bytes a session"))
					.ifPresent(bytes -> measured.add(new Cost(Quantity.SESSION_BYTES, store, bytes, source)));
			});
		}
		if (run.scenario().equals("startup")) {
			run.cells()
				.stream()
				.max(Comparator.comparing(cell -> cell.name().equals(WITH_CACHE)))
				.ifPresent(cell -> start(cell, name + ", " + cell.name(), measured));
		}
		measured.addAll(all);
		return new Costs(measured);
	}

	/**
	 * Returns the store of a cell with one node of Campanile and SAML; empty for other
	 * servers and protocols, whose costs differ.
	 */
	private static Optional<String> store(String cell) {
		return List.of("memory", "jpa", "hazelcast")
			.stream()
			.filter(store -> cell.equals("one node, " + store) || cell.startsWith(store + ", "))
			.findFirst();
	}

	/** Returns a warning if a run's servers were not warm; empty otherwise. */
	private static String warmth(List<StepResult> steps) {
		double compiling = Spread.of(steps.stream().mapToDouble(StepResult::compiling)).map(Spread::max).orElse(0.0);
		return compiling > StepResult.NOT_WARM
				? String.format(Locale.ROOT, ", NOT WARM: up to %.0f %% compiling", compiling * 100) : "";
	}

	private static void steps(CellResult cell, Quantity quantity, String label, String store, String source,
			List<Cost> measured) {
		List<StepResult> steps = cell.steps().stream().filter(step -> step.label().startsWith(label)).toList();
		Spread.of(steps.stream().mapToDouble(step -> step.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER)))
			.ifPresent(millis -> measured.add(new Cost(quantity, store, millis.median(),
					source + ", " + label + ": median of " + millis.count() + warmth(steps))));
		Spread
			.of(steps.stream()
				.filter(step -> step.load().sound() > 0)
				.mapToDouble(step -> step.counters().getOrDefault(StepResult.WAL, Double.NaN) / step.load().sound()))
			.ifPresent(bytes -> measured
				.add(new Cost(quantity == Quantity.LOGIN ? Quantity.WAL_LOGIN : Quantity.WAL_SIGN_ON, store,
						bytes.median(), source + ", " + label + ": median of " + bytes.count())));
	}

	private static void start(CellResult cell, String source, List<Cost> measured) {
		cell.facts().forEach((name, value) -> {
			if (name.equals("seconds to the first login, median")) {
				measured.add(new Cost(Quantity.START_SECONDS, "", value, source));
			}
			if (name.equals("CPU seconds to the first login, median")) {
				measured.add(new Cost(Quantity.START_CPU, "", value, source));
			}
			Matcher afterStart = AFTER_START.matcher(name);
			if (afterStart.matches()) {
				measured.add(new Cost(Quantity.AFTER_START, "", value, source));
				measured
					.add(new Cost(Quantity.LOGINS_AFTER_START, "", Double.parseDouble(afterStart.group(1)), source));
			}
		});
	}

	/** Returns a figure; empty if it was not measured. */
	Optional<Cost> find(Quantity quantity, String store) {
		return all.stream()
			.filter(cost -> cost.quantity() == quantity && (cost.store().isEmpty() || cost.store().equals(store)))
			.findFirst();
	}

	/**
	 * Returns a figure that must have been measured.
	 * @throws IllegalStateException if it was not
	 */
	Cost get(Quantity quantity, String store) {
		return find(quantity, store)
			.orElseThrow(() -> new IllegalStateException("no " + quantity + " was measured with " + store));
	}

	/** Returns the value of a figure; empty if it was not measured. */
	OptionalDouble value(Quantity quantity, String store) {
		return find(quantity, store).stream().mapToDouble(Cost::value).findFirst();
	}

}
