package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.peer.Peer;
import org.campanile.perf.result.Aim;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/** The cost of a login and of a sign-on with a session, here and in other servers. */
final class Baseline implements Scenario {

	private static final Integer[] USERS = { 10, 50 };

	private static final int PEOPLE = 1_000;

	private static final int ROUNDS = 5;

	private static final LoadPlan.Journey[] WARMED = { LoadPlan.Journey.LOGIN, LoadPlan.Journey.SSO };

	private static final Duration ROUND = Duration.ofSeconds(30);

	private static final Duration ITERATION = Duration.ofSeconds(2);

	@Override
	public About about() {
		return new About("baseline",
				"Processor time of a login and of a sign-on with a session, by the protocols of --protocol and beside the "
						+ "servers of --peer, in turns.",
				List.of("All servers are up all the time, with a directory of the same content, and are measured in turns, "
						+ "in an order drawn anew for each round; ratios are within a round, given as median, lowest and "
						+ "highest. Each was warmed up by logins and by as many sign-ons with a session.",
						"SAML sign-ons begin with an AuthnRequest here and in every peer, which their answer must name, "
								+ "unless --initiated-by says idp: then by a link.",
						"A CAS login ends with the validation of its ticket, a sign-on as well. With the gate a login ends with a page, "
								+ "and what is measured with a session is a page: with a fresh cookie, with one so old that each page "
								+ "reads the session, and at a site that always reads it. nginx in front of the pages is counted apart. "
								+ "Each peer is related to the same protocol here, each protocol here to SAML, and each store to memory.",
						"The floor is what no login can do without, measured by JMH before and after the rounds: one RSA-2048 "
								+ "signature, one LDAP search and one bind, by the code and the providers of the server; of a sign-on "
								+ "with a session, one signature, and the encryption of an assertion of 5,000 bytes and of its key. "
								+ "With --until it is measured again after each further round that the ratio to it takes."),
				false, false);
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		List<PlannedStep> planned = new ArrayList<>();
		List<String> names = new ArrayList<>(own(options).keySet());
		names.addAll(options.selection().peers());
		for (String name : names) {
			planned.add(PlannedStep.start(name));
			for (int journey = 0; journey < WARMED.length; journey++) {
				planned.add(PlannedStep.warmUp(name, options));
			}
			for (int round = 0; round < options.pace().repeats(ROUNDS); round++) {
				for (Cell.Step step : steps(options)) {
					planned.add(PlannedStep.step(name, step.label(), step.load()));
				}
			}
		}
		return planned;
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		RunOptions options = run.options();
		Map<String, Cell> own = own(options);
		DirectorySpec directory = directory(options);
		SideBySide rounds = new SideBySide(run);
		Map<Store, RunningSystem> systems = new EnumMap<>(Store.class);
		for (Map.Entry<String, Cell> cell : own.entrySet()) {
			Store store = cell.getValue().system().store();
			RunningSystem system = systems.get(store);
			if (system == null) {
				system = run.start(cell.getKey(), cell.getValue().system());
				systems.put(store, system);
			}
			rounds.add(cell.getKey(), system.by(cell.getValue().protocol()));
		}
		for (String peer : options.selection().peers()) {
			rounds.add(peer, run.startPeer(peer, directory));
		}
		Duration iteration = options.pace().scaled(ITERATION);
		run.floor(iteration);
		rounds.watch(Set.of(Aim.LOGIN_FLOOR, Aim.SIGN_ON_FLOOR), () -> run.floor(iteration));
		rounds.warmUp(directory.people(), WARMED);
		own.values().forEach(cell -> relate(rounds, cell, options));
		Map<String, LoadPlan> steps = steps(options).stream()
			.collect(Collectors.toMap(Cell.Step::label, Cell.Step::load, (one, other) -> one, LinkedHashMap::new));
		rounds.measure(List.copyOf(steps.keySet()), ROUNDS, (cell, label) -> Objects.requireNonNull(steps.get(label)));
	}

	private static void relate(SideBySide rounds, Cell cell, RunOptions options) {
		for (String peer : options.selection().peers()) {
			if (protocol(peer) == cell.protocol()) {
				rounds.relate(cell.name(), peer, peer);
			}
		}
		String saml = name(cell.system().store(), Protocol.SAML);
		if (cell.protocol() != Protocol.SAML && own(options).containsKey(saml)) {
			rounds.relate(cell.name(), saml, Protocol.SAML.label());
		}
		String memory = name(Store.MEMORY, cell.protocol());
		if (cell.system().store() != Store.MEMORY && own(options).containsKey(memory)) {
			rounds.relate(cell.name(), memory, Store.MEMORY.label());
		}
	}

	/** Returns our cells by name; those with the same store share a system. */
	private static Map<String, Cell> own(RunOptions options) {
		Set<Protocol> protocols = protocols(options);
		Map<String, Cell> cells = new LinkedHashMap<>();
		for (Store store : options.selection().stores(Store.MEMORY)) {
			// Started as the product is, as other builds are too.
			SystemSpec system = Specs.system(options, store, 1, directory(options))
				.launchedAs(SystemSpec.Launch.PRODUCT);
			SystemSpec complete = protocols.contains(Protocol.GATE) ? system.with(Extra.GATE) : system;
			for (Protocol protocol : protocols) {
				String name = name(store, protocol);
				cells.put(name, new Cell(name, complete, 0, List.of(), protocol));
			}
		}
		return cells;
	}

	static String name(Store store, Protocol protocol) {
		String name = Specs.name(1, store);
		return protocol == Protocol.SAML ? name : name + ", " + protocol.label();
	}

	private static Set<Protocol> protocols(RunOptions options) {
		Set<Protocol> protocols = EnumSet.noneOf(Protocol.class);
		protocols.addAll(options.selection().protocols());
		if (protocols.contains(Protocol.GATE)) {
			protocols.addAll(Set.of(Protocol.GATE_AGED, Protocol.GATE_STRICT));
		}
		if (protocols.isEmpty()) {
			options.selection().peers().forEach(peer -> protocols.add(protocol(peer)));
		}
		return protocols.isEmpty() ? EnumSet.of(Protocol.SAML) : protocols;
	}

	private static Protocol protocol(String peer) {
		return Peer.named(peer).map(Peer::protocol).orElse(Protocol.SAML);
	}

	/** Returns a directory that every peer can use. */
	private static DirectorySpec directory(RunOptions options) {
		Population people = Specs.people(options, PEOPLE);
		return new DirectorySpec(options.servers().directory().orElse(DirectorySpec.Kind.OPENLDAP), people, false);
	}

	private static List<Cell.Step> steps(RunOptions options) {
		Population people = Specs.people(options, PEOPLE);
		List<Cell.Step> steps = new ArrayList<>();
		for (int users : options.selection().users(USERS)) {
			LoadPlan load = LoadPlan.closed(users, options.pace().scaled(ROUND), people);
			steps.add(new Cell.Step("login, " + users, load));
			steps.add(new Cell.Step("session, " + users, load.withJourney(LoadPlan.Journey.SSO)));
		}
		return steps;
	}

}
