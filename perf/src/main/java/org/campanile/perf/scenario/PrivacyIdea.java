package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Validations.Proof;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.Spread;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.campanile.perf.scenario.SideBySide.Ratios;

/**
 * privacyIDEA 2.18.1 and 2.19: validations one after the other, and the login beside
 * them.
 */
final class PrivacyIdea extends CellByCell {

	private static final int PEOPLE = 1_000;

	private static final int AUTHENTICATIONS = 2_000;

	/** A search took just under as long there. */
	private static final Duration SEARCH = Duration.ofMillis(29);

	private static final String OFF = "user cache off";

	private static final String ON = "user cache on";

	/** Of a login, with a password. */
	private static final String CODES = "login with a code";

	/** What a validation with the cache populated may take of one with it off. */
	private static final double MOST = 0.5;

	private static final Map<Proof, Protocol> PROTOCOLS = Map.of(Proof.PASSWORD, Protocol.VALIDATE_PASSWORD, Proof.TOTP,
			Protocol.VALIDATE_TOTP, Proof.BOTH, Protocol.VALIDATE_BOTH);

	PrivacyIdea() {
		super("privacyidea",
				"privacyIDEA: 2,000 validations one after the other, users 0 to 999 twice in order, slow LDAP over TLS; "
						+ "user cache off, empty and populated, and the login beside it.",
				List.of("Published: privacyIDEA 2.18.1 and 2.19, one authentication by a simple pass token over https on "
						+ "the server itself; here the validation service over https, in a process beside it.",
						"A directory search took just under 30 ms there; a relay adds 29 ms to each answer here "
								+ "(--directory-latency sets another time). A simple pass token is a secret that privacyIDEA "
								+ "checks itself; here the directory checks each password, so that a cached user still "
								+ "costs a bind. A code costs the directory only the search.",
						"Cache empty: the first half of the users is found for the first time; populated: everybody was "
								+ "found before. Each kind of proof has a realm and so a cache of its own.",
						"At another time scale there are as many validations fewer or more, and with --people other users: "
								+ "then nobody, or not everybody, is validated twice.",
						"The logins beside it are a login page, a password, in a cell of its own a code as well, and a "
								+ "SAML assertion, over http; they cache nothing. Those with a code are each of another user, "
								+ "of as many as the warm-up has logins, as a code is accepted once.",
						"In the cell with the cache empty the median of all validations lies between both halves: the "
								+ "first half is that of users who are not cached yet."));
	}

	@Override
	List<Cell> cells(RunOptions options) {
		DirectorySpec asked = Specs.directory(options, PEOPLE);
		DirectorySpec secure = new DirectorySpec(asked.kind(), asked.people(), true);
		Duration latency = options.servers().directoryLatency().isZero() ? SEARCH
				: options.servers().directoryLatency();
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		SystemSpec system = Specs.system(options, store, 1, secure)
			.withLatency(latency, options.servers().storeLatency());
		if (options.external().isPresent()) {
			return List.of(new Cell("login", system, 0, List.of(step(options, "login", system))));
		}
		SystemSpec validating = system.with(Extra.VALIDATION);
		List<Cell.Step> off = new ArrayList<>();
		off.add(step(options, "login", system));
		for (Proof proof : Proof.values()) {
			off.add(step(options, label(proof, "off"), system));
		}
		List<Cell.Step> on = new ArrayList<>();
		for (Proof proof : Proof.values()) {
			on.add(step(options, label(proof, "empty"), system));
			on.add(step(options, label(proof, "populated"), system));
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
	 * One for each login of the warm-up, as codes are accepted once.
	 * @throws IllegalArgumentException if --people says that there are fewer
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

	/** Logins come too slowly to send the code of the next step the second time. */
	private static Cell.Step once(RunOptions options, String label, SystemSpec system) {
		return new Cell.Step(label, inOrder(Math.min(count(options), system.directory().people().size()), system));
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
		return PlannedStep.of(chosen(options), options);
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		Map<String, Double> medians = new LinkedHashMap<>();
		for (Cell cell : chosen(run.options())) {
			try (RunningSystem started = run.start(cell.name(), cell.system())) {
				RunningSystem system = started.by(cell.protocol());
				Population people = cell.system().directory().people();
				if (run.options().external().isEmpty()) {
					run.enrol(cell.name(), cell.name().equals(CODES) ? system : system.by(Protocol.VALIDATE_TOTP),
							people.size());
				}
				run.warmUp(cell.name(), system, people);
				Map<String, Double> facts = new LinkedHashMap<>();
				for (Cell.Step step : cell.steps()) {
					StepResult result = run.measure(cell.name(), step.label(), asked(system, step), step.load());
					double median = Ratios.latency(result, LatencyResult::p50);
					medians.put(step.label(), median);
					facts.put("median of " + step.label() + ", ms", median);
				}
				run.facts(cell.name(), facts);
			}
		}
		for (Proof proof : Proof.values()) {
			Double off = medians.get(label(proof, "off"));
			Double populated = medians.get(label(proof, "populated"));
			if (off != null && populated != null) {
				Optional<Spread> ratio = Spread.of(DoubleStream.of(populated / off));
				if (ratio.isPresent()) {
					new Aim(proof.check() + ", median with the cache populated, of that with it off", MOST).judge(run,
							ON, ratio.get());
				}
			}
		}
	}

	private static RunningSystem asked(RunningSystem system, Cell.Step step) throws IOException {
		for (Proof proof : Proof.values()) {
			if (step.label().startsWith(proof.check() + ',')) {
				return system.by(Objects.requireNonNull(PROTOCOLS.get(proof)));
			}
		}
		return system;
	}

}
