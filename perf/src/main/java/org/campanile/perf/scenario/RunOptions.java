package org.campanile.perf.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.load.Target;

/**
 * The options with which a user starts a run.
 *
 * @param results the folder for the results of this run
 * @param pace how long and how often
 * @param selection which cells and steps replace those of the scenario
 * @param servers the settings of the servers
 * @param probes additional observations
 * @param access how people reach the servers
 * @param external a server that runs elsewhere; empty if perf starts its own
 */
public record RunOptions(Path results, Pace pace, Selection selection, ServerSettings servers, Probes probes,
		Access access, Optional<Target> external) {

	/**
	 * How long and how often is measured.
	 *
	 * @param timeScale the factor for published durations
	 * @param pauseScale the factor for the lives and pauses of {@code lafayette}'s users
	 * @param warmUp the number of logins before the measurement
	 * @param checkEvery one of how many answers is checked
	 * @param repeats the number of repeats of each step, in scenarios that repeat; 0 for
	 * the scenario's own
	 * @param precision the precision at which rounds end
	 */
	public record Pace(double timeScale, double pauseScale, int warmUp, int checkEvery, int repeats,
			Precision precision) {

		/** The shortest duration that can be measured. */
		private static final Duration SHORTEST = Duration.ofSeconds(1);

		/** Scales a published duration by the time scale. */
		public Duration scaled(Duration published) {
			Duration scaled = Duration.ofMillis(Math.round(published.toMillis() * timeScale));
			return scaled.compareTo(SHORTEST) < 0 ? SHORTEST : scaled;
		}

		/** Scales a published number of logins by the time scale. */
		public int scaled(int published) {
			return (int) Math.max(1, Math.round(published * timeScale));
		}

		public int repeats(int own) {
			return repeats > 0 ? repeats : own;
		}

	}

	/**
	 * The precision that ratios must reach.
	 *
	 * @param until half the width of each ratio's interval, as a share of the ratio; 0 if
	 * rounds are counted
	 * @param limit the time after which no round of a comparison begins, whatever the
	 * precision
	 */
	public record Precision(double until, Duration limit) {

		boolean isAsked() {
			return until > 0;
		}

	}

	/**
	 * The values that replace those of the scenario; empty or 0 for its own.
	 *
	 * @param stores the stores of the cells
	 * @param nodes the numbers of nodes of the cells
	 * @param users the numbers of users in closed loops
	 * @param sessions the numbers of sessions to store in advance, in scenarios that do
	 * so
	 * @param rate the rate of open loops, in logins a second
	 * @param peers the names of other servers
	 * @param protocols the protocols by which users sign on
	 */
	public record Selection(List<Store> stores, List<Integer> nodes, List<Integer> users, List<Integer> sessions,
			double rate, List<String> peers, List<Protocol> protocols) {

		public Selection {
			stores = List.copyOf(stores);
			nodes = List.copyOf(nodes);
			users = List.copyOf(users);
			sessions = List.copyOf(sessions);
			peers = List.copyOf(peers);
			protocols = List.copyOf(protocols);
		}

		List<Store> stores(Store... own) {
			return stores.isEmpty() ? List.of(own) : stores;
		}

		List<Integer> nodes(Integer... own) {
			return nodes.isEmpty() ? List.of(own) : nodes;
		}

		List<Integer> users(Integer... own) {
			return users.isEmpty() ? List.of(own) : users;
		}

		List<Integer> sessions(Integer... own) {
			return sessions.isEmpty() ? List.of(own) : sessions;
		}

		double rate(double own) {
			return rate > 0 ? rate : own;
		}

	}

	/**
	 * The settings of the servers.
	 *
	 * @param people the number of people in the directory; 0 for the scenario's own
	 * @param directory the kind of directory; empty for one that suits the number of
	 * people
	 * @param directoryLatency the delay of each of its answers
	 * @param storeLatency the delay of each answer of the database
	 * @param cpuShare the share of a core for each node; 0 for no limit
	 * @param proxied whether nginx also stands in front of a single node
	 */
	public record ServerSettings(int people, Optional<DirectorySpec.Kind> directory, Duration directoryLatency,
			Duration storeLatency, double cpuShare, boolean proxied) {
	}

	/**
	 * Additional observations.
	 *
	 * @param flightRecording whether measured periods are recorded
	 * @param yourKit the option with which every node loads YourKit's agent; empty for
	 * none
	 */
	public record Probes(boolean flightRecording, Optional<String> yourKit) {

		Probes recorded() {
			return new Probes(true, yourKit);
		}

	}

	/**
	 * How people reach the servers.
	 *
	 * @param initiator who begins sign-ons by SAML; empty for the scenario's own
	 * @param connectionsKept whether logins reuse the connections of earlier ones
	 * @param typing median of the pause between login form and password; empty for the
	 * scenario's own
	 * @param tls between browsers and servers
	 */
	public record Access(Optional<Initiator> initiator, boolean connectionsKept, Optional<Duration> typing, Tls tls) {

		/** Returns who begins sign-ons, given the scenario's own choice. */
		Initiator initiator(Initiator own) {
			return initiator.orElse(own);
		}

	}

	public RunOptions into(Path folder) {
		return new RunOptions(folder, pace, selection, servers, probes, access, external);
	}

	public RunOptions with(Probes other) {
		return new RunOptions(results, pace, selection, servers, other, access, external);
	}

}
