package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Validations.Proof;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.campanile.perf.scenario.SideBySide.Ratios;

/**
 * The published tests of privacyIDEA 2.18.1 and 2.19: validations one after the other,
 * and the login beside them.
 */
final class PrivacyIdea extends CellByCell {

	private static final int PEOPLE = 1_000;

	private static final int AUTHENTICATIONS = 2_000;

	/** The delay of the directory, just below the published duration of a search. */
	private static final Duration SEARCH = Duration.ofMillis(29);

	private static final String LOGIN = "login";

	static final String WITHOUT = "off";

	private static final String EMPTY = "empty";

	static final String POPULATED = "populated";

	private static final int ROUNDS = 5;

	static final String OFF = "user cache off";

	static final String ON = "user cache on";

	/** The label of the step with logins by password and code. */
	private static final String CODES = "login with a code";

	private static final Map<Proof, Protocol> PROTOCOLS = Map.of(Proof.PASSWORD, Protocol.VALIDATE_PASSWORD, Proof.PIN,
			Protocol.VALIDATE_PIN, Proof.TOTP, Protocol.VALIDATE_TOTP, Proof.BOTH, Protocol.VALIDATE_BOTH);

	PrivacyIdea() {
		super("privacyidea",
				"privacyIDEA: 2,000 validations one after the other, users 0 to 999 twice in order, slow LDAP over TLS; "
						+ "user cache off, empty and populated, and the login beside it.",
				List.of("Published: privacyIDEA 2.18.1 and 2.19, one authentication by a simple pass token (SPASS), which "
						+ "with the cache populated asks no directory at all, over https on "
						+ "the server itself; here the validation service over https, in a process beside it.",
						"A directory search took just under 30 ms there; a relay adds 29 ms to each answer here "
								+ "(--directory-latency sets another time). A simple pass token accepts its PIN, which "
								+ "privacyIDEA checks itself, like a PIN here: with the user cached it costs the directory "
								+ "nothing, nor does a code. The directory checks each password, so that a cached user still "
								+ "costs a bind.",
						"The servers with and without the cache are both up and take turns, in rounds whose order changes; "
								+ "ratios are within a round. When the first round of a proof begins, the one with the cache has "
								+ "answered as many as in the cell with the cache empty, the other none.",
						"Cache empty: the first half of the users is found for the first time; populated: everybody was "
								+ "found before. Each kind of proof has a realm and so a cache of its own.",
						"At a smaller time scale there are as many validations and users fewer, and everybody is validated "
								+ "twice as published; with --people not everybody may be.",
						"The logins beside it are a login page, a password, in a cell of its own a code as well, and a "
								+ "SAML assertion, over http; they cache nothing. Those with a code are each of another user, "
								+ "of as many as the warm-up has logins, as a code is accepted once.",
						"In the cell with the cache empty the median of all validations lies between both halves: the "
								+ "first half is that of users who are not cached yet."));
	}

	@Override
	List<Cell> cells(RunOptions options) {
		DirectorySpec asked = Specs.directory(options, people(options));
		DirectorySpec secure = new DirectorySpec(asked.kind(), asked.people(), true);
		Duration latency = options.servers().directoryLatency().isZero() ? SEARCH
				: options.servers().directoryLatency();
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		SystemSpec system = Specs.system(options, store, 1, secure)
			.withLatency(latency, options.servers().storeLatency());
		if (options.external().isPresent()) {
			return List.of(new Cell(LOGIN, system, 0, List.of(step(options, LOGIN, system))));
		}
		SystemSpec validating = system.with(Extra.VALIDATION);
		List<Cell.Step> off = new ArrayList<>();
		off.add(step(options, LOGIN, system));
		for (Proof proof : Proof.values()) {
			off.add(step(options, label(proof, WITHOUT), system));
		}
		List<Cell.Step> on = new ArrayList<>();
		for (Proof proof : Proof.values()) {
			on.add(step(options, label(proof, EMPTY), system));
			on.add(step(options, label(proof, POPULATED), system));
		}
		SystemSpec codes = Factors
			.secondFactor(Specs.system(options, store, 1, new DirectorySpec(asked.kind(), forCodes(options), true))
				.withLatency(latency, options.servers().storeLatency())
				.with(Extra.FACTORS));
		return List.of(new Cell(OFF, validating, 0, off),
				new Cell(ON,
						validating.with("campanile.validation.user-cache.enabled", "true")
							.with("campanile.validation.user-cache.time-to-live", "1h"),
						0, on),
				new Cell(CODES, codes, 0, List.of(once(options, CODES, codes)), Protocol.SAML_TOTP));
	}

	/**
	 * Returns one user for each login of the warm-up, as codes are accepted once.
	 * @throws IllegalArgumentException if --people is too small for that
	 */
	private static Population forCodes(RunOptions options) {
		int warmUp = options.pace().warmUp();
		int own = options.servers().people();
		if (own > 0 && own < warmUp) {
			throw new IllegalArgumentException("--people " + own + " is too few: a code is accepted once, and " + warmUp
					+ " logins follow each other in the warm-up");
		}
		return Specs.people(options, Math.max(Math.max(PEOPLE, warmUp), count(options)));
	}

	private static String label(Proof proof, String cache) {
		return proof.check() + ", " + cache;
	}

	private static Cell.Step step(RunOptions options, String label, SystemSpec system) {
		return new Cell.Step(label, inOrder(Math.min(count(options), 2 * system.directory().people().size()), system));
	}

	/** Creates a step in which each user signs in once, as codes are accepted once. */
	private static Cell.Step once(RunOptions options, String label, SystemSpec system) {
		return new Cell.Step(label, inOrder(Math.min(count(options), system.directory().people().size()), system));
	}

	/** Returns how many people there are so that each is validated twice. */
	private static int people(RunOptions options) {
		return Math.clamp(count(options) / 2, 1, PEOPLE);
	}

	private static int count(RunOptions options) {
		return options.pace().scaled(AUTHENTICATIONS);
	}

	private static LoadPlan inOrder(int count, SystemSpec system) {
		return LoadPlan.logins(count, 1, system.directory().people())
			.withChoice(LoadPlan.Choice.IN_ORDER)
			.keepingInOrder();
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		List<Cell> cells = chosen(options);
		List<PlannedStep> planned = new ArrayList<>(PlannedStep.of(cells, options));
		for (Cell cell : cells) {
			for (int round = 1; round < options.pace().repeats(ROUNDS); round++) {
				cell.steps()
					.stream()
					.filter(step -> isRepeated(step.label()))
					.forEach(step -> planned.add(PlannedStep.step(cell.name(), step.label(), step.load())));
			}
		}
		return planned;
	}

	/** Whether a step has repeats; others need unknown users or are not compared. */
	private static boolean isRepeated(String label) {
		return label.endsWith(WITHOUT) || label.endsWith(POPULATED);
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		if (run.options().external().isPresent()) {
			super.measure(run);
			return;
		}
		List<Cell> cells = chosen(run.options());
		validations(run, cells.get(0), cells.get(1));
		Cell codes = cells.get(2);
		try (RunningSystem started = run.start(codes.name(), codes.system())) {
			RunningSystem system = started.by(codes.protocol());
			Population people = codes.system().directory().people();
			run.enrol(codes.name(), system, people.size());
			run.warmUp(codes.name(), system, people);
			Measured measured = new Measured(run);
			measured.step(codes, CODES, system);
			measured.keep();
		}
	}

	/** Measures validations on both servers in turns; both are up all the time. */
	private static void validations(Run run, Cell off, Cell on) throws IOException, InterruptedException {
		try (SideBySide systems = new SideBySide(run)) {
			RunningSystem without = systems.start(off);
			RunningSystem with = systems.start(on);
			Population people = off.system().directory().people();
			for (Proof proof : List.of(Proof.PIN, Proof.TOTP)) {
				run.enrol(off.name(), asked(without, proof), people.size());
				run.enrol(on.name(), asked(with, proof), people.size());
			}
			systems.warmUp(people, LoadPlan.Journey.LOGIN);
			Measured measured = new Measured(run);
			measured.step(off, LOGIN, without);
			for (Proof proof : Proof.values()) {
				measured.step(on, label(proof, EMPTY), asked(with, proof));
				Rounds rounds = run.rounds(ROUNDS);
				List<Double> ratios = new ArrayList<>();
				while (rounds.needsMore(interval(ratios))) {
					double[] medians = new double[2];
					boolean cachedFirst = run.random().nextBoolean();
					for (boolean cached : new boolean[] { cachedFirst, !cachedFirst }) {
						medians[cached ? 1 : 0] = cached
								? measured.step(on, label(proof, POPULATED), asked(with, proof))
								: measured.step(off, label(proof, WITHOUT), asked(without, proof));
					}
					ratios.add(medians[1] / medians[0]);
					rounds.done();
				}
			}
			measured.keep();
		}
	}

	private static List<Interval> interval(List<Double> ratios) {
		return Interval.of(ratios.stream().mapToDouble(Double::doubleValue).toArray()).stream().toList();
	}

	private static RunningSystem asked(RunningSystem system, Proof proof) throws IOException {
		return system.by(Objects.requireNonNull(PROTOCOLS.get(proof)));
	}

	/** The medians of steps, round by round. Used by one thread. */
	private static final class Measured {

		private final Run run;

		private final Map<String, Map<String, List<Double>>> medians = new LinkedHashMap<>();

		Measured(Run run) {
			this.run = run;
		}

		/**
		 * Measures a step of a cell.
		 * @return the median, in milliseconds
		 */
		double step(Cell cell, String label, RunningSystem system) throws IOException, InterruptedException {
			LoadPlan load = cell.steps()
				.stream()
				.filter(step -> step.label().equals(label))
				.findFirst()
				.orElseThrow()
				.load();
			double median = Ratios.wholeLatency(run.measure(cell.name(), label, system, load), LatencyResult::p50);
			medians.computeIfAbsent(cell.name(), name -> new LinkedHashMap<>())
				.computeIfAbsent(label, name -> new ArrayList<>())
				.add(median);
			return median;
		}

		void keep() throws IOException {
			for (Map.Entry<String, Map<String, List<Double>>> cell : medians.entrySet()) {
				Map<String, Double> facts = new LinkedHashMap<>();
				cell.getValue()
					.forEach((label, values) -> facts.put("median of " + label + ", ms",
							Ratios.median(values.stream().mapToDouble(Double::doubleValue).toArray())));
				run.facts(cell.getKey(), facts);
			}
		}

	}

}
