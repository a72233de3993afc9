package org.campanile.perf.scenario;

import java.util.Objects;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Validations.Proof;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.RunResult.StepResult;
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
						"The login beside it is a login page, a password and a SAML assertion, over http; it caches "
								+ "nothing."));
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
		return List.of(new Cell(OFF, validating, 0, off),
				new Cell(ON, validating.with("campanile.validation.user-cache.enabled", "true")
					.with("campanile.validation.user-cache.time-to-live", "1h"), 0, on));
	}

	private static String label(Proof proof, String cache) {
		return proof.check() + ", " + cache;
	}

	private static Cell.Step step(RunOptions options, String label, SystemSpec system) {
		return new Cell.Step(label,
				LoadPlan.logins(options.pace().scaled(AUTHENTICATIONS), 1, system.directory().people())
					.withChoice(LoadPlan.Choice.IN_ORDER)
					.keepingInOrder());
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		return PlannedStep.of(chosen(options), options);
	}

	@Override
	void measure(Run run, Cell cell, RunningSystem system) throws IOException, InterruptedException {
		if (run.options().external().isEmpty()) {
			system.enrol(cell.system().directory().people().size());
		}
		Map<String, Double> medians = new LinkedHashMap<>();
		for (Cell.Step step : cell.steps()) {
			RunningSystem asked = system;
			for (Proof proof : Proof.values()) {
				if (step.label().startsWith(proof.check() + ',')) {
					asked = system.by(Objects.requireNonNull(PROTOCOLS.get(proof)));
					if (proof.needsCode()) {
						system.awaitFreshCodes();
					}
				}
			}
			StepResult result = run.measure(cell.name(), step.label(), asked, step.load());
			medians.put("median of " + step.label() + ", ms", Ratios.latency(result, LatencyResult::p50));
		}
		run.facts(cell.name(), medians);
	}

}
