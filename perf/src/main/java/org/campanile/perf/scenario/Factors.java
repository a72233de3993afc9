package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/** The cost of a second factor or of a passkey alone, relative to a password. */
final class Factors implements Scenario {

	/** The name of the cell to which the others are related. */
	static final String PASSWORD = "password";

	static final String TOTP = "password and TOTP";

	private static final String LOGIN = "login";

	private static final double RATE = 100;

	/** The least number of people; warm-ups and rounds may need more. */
	private static final int PEOPLE = 1_000;

	private static final int ROUNDS = 5;

	private static final Duration ROUND = Duration.ofSeconds(30);

	@Override
	public About about() {
		return new About("factors",
				"Processor time of a login by password and TOTP, by password and passkey, and by passkey alone, beside "
						+ "one by password, in turns at the same rate.",
				List.of("All four systems have factors turned on and offer passkeys on the login page, are up all the time and "
						+ "are measured in turns, in an order drawn anew for each round; ratios are within a round. All but "
						+ "the one for passwords have a rule that demands two factors, which a passkey that verified its user "
						+ "satisfies alone.",
						"Every user signs in once in a load, and loads with codes wait until those used before are past, as each "
								+ "code is accepted once: unless --people says otherwise there are as many users as the "
								+ "warm-up or a round has logins.",
						"Sessions and what is enrolled are in memory unless --store says otherwise. The write that notes the "
								+ "first use of a factor on a day is in the warm-up, unless a round has more logins.",
						"The keys of the passkeys are P-256; the load signs with them in a process of its own. Of a login with a "
								+ "second factor, \"password\" is the first request after the login page and \"login\" the last."),
				false, false);
	}

	/** The ways in which users sign in. */
	private enum Way {

		BY_PASSWORD(PASSWORD, Protocol.SAML), BY_TOTP(TOTP, Protocol.SAML_TOTP),
		BY_PASSKEY("password and passkey", Protocol.SAML_PASSKEY),
		BY_PASSKEY_ALONE("passkey alone", Protocol.SAML_PASSKEY_ALONE);

		private final String cell;

		private final Protocol protocol;

		Way(String cell, Protocol protocol) {
			this.cell = cell;
			this.protocol = protocol;
		}

	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		people(options);
		List<PlannedStep> planned = new ArrayList<>();
		for (Way way : Way.values()) {
			planned.add(PlannedStep.start(way.cell));
			planned.add(PlannedStep.warmUp(way.cell, options));
			for (int round = 0; round < options.pace().repeats(ROUNDS); round++) {
				planned.add(PlannedStep.step(way.cell, LOGIN, load(options)));
			}
		}
		return planned;
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		RunOptions options = run.options();
		Population people = people(options);
		SideBySide rounds = new SideBySide(run);
		for (Way way : Way.values()) {
			RunningSystem system = run.start(way.cell, system(options, way)).by(way.protocol);
			run.enrol(way.cell, system, people.size());
			rounds.add(way.cell, system);
		}
		rounds.warmUp(people, LoadPlan.Journey.LOGIN);
		for (Way way : Way.values()) {
			if (way != Way.BY_PASSWORD) {
				rounds.relate(way.cell, PASSWORD, PASSWORD);
			}
		}
		rounds.measure(List.of(LOGIN), ROUNDS, (cell, label) -> load(options));
	}

	/** Creates a system with a limited heap, as four are up at once. */
	private static SystemSpec system(RunOptions options, Way way) {
		DirectorySpec asked = Specs.directory(options, PEOPLE);
		DirectorySpec directory = new DirectorySpec(asked.kind(), people(options), false);
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		SystemSpec system = Specs.system(options, store, 1, directory)
			.with(Extra.FACTORS)
			.withVirtualMachineOption("-Xmx1g");
		return way == Way.BY_PASSWORD ? system : secondFactor(system);
	}

	/** Adds a rule that requires two factors, or one that is as strong. */
	static SystemSpec secondFactor(SystemSpec system) {
		String rule = "campanile.access.rules[0].";
		return system.with(rule + "name", "second-factor")
			.with(rule + "effect", "step-up")
			.with(rule + "classes[0]", "https://refeds.org/profile/mfa")
			.with(rule + "unequipped", "refuse");
	}

	/**
	 * Returns enough people that nobody signs in twice within a load, as all of its codes
	 * may belong to the same step.
	 * @throws IllegalArgumentException if --people is too small for that
	 */
	private static Population people(RunOptions options) {
		LoadPlan load = load(options, new Population(1));
		double rate = options.selection().rate(RATE);
		int needed = Math.max(options.pace().warmUp(), (int) Math.ceil(rate * (load.length().toMillis() / 1e3)));
		int own = options.servers().people();
		if (own > 0 && own < needed) {
			throw new IllegalArgumentException("--people " + own + " is too few: a code is accepted once, and " + needed
					+ " logins follow each other in the warm-up or a round");
		}
		return Specs.people(options, Math.max(PEOPLE, needed));
	}

	private static LoadPlan load(RunOptions options) {
		return load(options, people(options));
	}

	private static LoadPlan load(RunOptions options, Population people) {
		return LoadPlan.open(options.selection().rate(RATE), Duration.ZERO, options.pace().scaled(ROUND), people)
			.withChoice(LoadPlan.Choice.ONCE_EACH);
	}

}
