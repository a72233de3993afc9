package org.campanile.perf;

import java.util.List;
import java.util.Locale;

import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.peer.Peer;
import org.campanile.perf.scenario.RunOptions;
import picocli.CommandLine.Option;

/** The options that replace a scenario's own cells and steps. */
final class CellOptions {

	private static final String OWN = " (default: the scenario's own).";

	@Option(names = "--store", split = ",", paramLabel = "STORE",
			description = "Stores: memory, jpa, jpa-fast, hazelcast" + OWN)
	private List<String> stores = List.of();

	@Option(names = "--nodes", split = ",", paramLabel = "N", description = "Numbers of nodes" + OWN)
	private List<Integer> nodes = List.of();

	@Option(names = "--users", split = ",", paramLabel = "N",
			description = "Users at once, a step for each number" + OWN)
	private List<Integer> users = List.of();

	@Option(names = "--sessions", split = ",", paramLabel = "N",
			description = "Sessions stored before, where a scenario stores some" + OWN)
	private List<Integer> sessions = List.of();

	@Option(names = "--rate", paramLabel = "N", defaultValue = "0",
			description = "Logins a second, where a scenario offers a fixed rate" + OWN)
	private double rate;

	@Option(names = "--peer", split = ",", paramLabel = "NAME",
			description = "Other servers that baseline fetches where it may, starts and measures beside: keycloak, "
					+ "simplesamlphp, or the path of the executable jar of another build of this server.")
	private List<String> peers = List.of();

	@Option(names = "--protocol", split = ",", paramLabel = "NAME",
			description = "Protocols that baseline measures: saml, cas, gate (default: those of its peers, or saml).")
	private List<String> protocols = List.of();

	RunOptions.Selection selection() {
		within("--nodes", nodes, 1, 9);
		within("--users", users, 1, 100_000);
		within("--sessions", sessions, 0, 100_000_000);
		OptionRules.require(rate >= 0, "--rate must not be negative: " + rate);
		peers.forEach(peer -> OptionRules.require(Peer.named(peer).isPresent(), "--peer: no server is called " + peer
				+ ", only " + Peer.names() + ", or the path of an executable jar"));
		return new RunOptions.Selection(stores.stream().map(CellOptions::store).toList(), nodes, users, sessions, rate,
				peers, protocols.stream().map(CellOptions::protocol).toList());
	}

	private static void within(String option, List<Integer> numbers, int least, int most) {
		for (int number : numbers) {
			OptionRules.require(number >= least && number <= most,
					"%s must be from %d to %d: %d".formatted(option, least, most, number));
		}
	}

	private static Protocol protocol(String name) {
		return OptionRules.named("--protocol", "protocol", name.toLowerCase(Locale.ROOT),
				List.of(Protocol.SAML, Protocol.CAS, Protocol.GATE),
				protocol -> protocol.label().toLowerCase(Locale.ROOT));
	}

	private static Store store(String name) {
		return OptionRules.named("--store", "store", name, List.of(Store.values()), Store::label);
	}

}
