package org.campanile.perf;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.Option;

import org.campanile.perf.environment.Store;
import org.campanile.perf.peer.Peers;
import org.campanile.perf.scenario.RunOptions;

/** What is measured in place of a scenario's own cells and steps. */
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

	RunOptions.Selection selection() {
		positive("--nodes", nodes, 1, 9);
		positive("--users", users, 1, 100_000);
		positive("--sessions", sessions, 0, 100_000_000);
		Faults.unless(rate >= 0, "--rate must not be negative: " + rate);
		peers.forEach(peer -> Faults.unless(Peers.named(peer).isPresent(), "--peer: no server is called " + peer
				+ ", only " + Peers.names() + ", or the path of an executable jar"));
		return new RunOptions.Selection(stores.stream().map(CellOptions::store).toList(), nodes, users, sessions, rate,
				peers);
	}

	private static void positive(String option, List<Integer> numbers, int least, int most) {
		for (int number : numbers) {
			Faults.unless(number >= least && number <= most,
					"%s must be from %d to %d: %d".formatted(option, least, most, number));
		}
	}

	private static Store store(String label) {
		return Arrays.stream(Store.values())
			.filter(store -> store.label().equals(label))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("--store: no store is called " + label + ", only "
					+ Arrays.stream(Store.values()).map(Store::label).collect(Collectors.joining(", "))));
	}

}
