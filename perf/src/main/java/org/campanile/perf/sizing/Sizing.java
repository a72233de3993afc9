package org.campanile.perf.sizing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.sizing.Costs.Cost;
import org.campanile.perf.sizing.Costs.Quantity;

/**
 * The resources that a campus needs for sign-on. Pure arithmetic: the measurements and
 * assumptions are given with each figure.
 *
 * @param demand the load by people
 * @param store the store of the sessions: {@code memory}, {@code jpa} or
 * {@code hazelcast}
 * @param coresOfANode the number of processors of each node
 * @param costs the measured figures
 */
record Sizing(Demand demand, String store, int coresOfANode, Costs costs) {

	/** The busy share of processors at the peak, so that requests hardly wait. */
	static final double BUSY = 0.6;

	/** The LDAP connections of a node in the default configuration. */
	private static final int LDAP_CONNECTIONS = 20;

	/** Those of the pool, and one for the purge. */
	private static final int DATABASE_CONNECTIONS = 11;

	/** The time of a search or a bind, in seconds, as privacyIDEA measured it. */
	private static final double DIRECTORY_SECONDS = 0.03;

	/**
	 * The load by people.
	 *
	 * @param people the number of people who can sign in
	 * @param share the share of them who sign on within the peak
	 * @param seconds the length of the peak
	 * @param ssoShare the share of sign-ons by users who have a session
	 * @param signOnsADay the sign-ons of each person on an average day
	 */
	record Demand(int people, double share, double seconds, double ssoShare, double signOnsADay) {

		double signOnsPerSecond() {
			return people * share / seconds;
		}

		double loginsPerSecond() {
			return signOnsPerSecond() * (1 - ssoShare);
		}

		double withSessionPerSecond() {
			return signOnsPerSecond() * ssoShare;
		}

	}

	/**
	 * A figure of the result.
	 *
	 * @param name name of the figure
	 * @param value the value in that unit; not a number if nothing was measured
	 * @param unit the unit for people; empty for a count
	 * @param basis the measurements and assumptions behind it
	 */
	record Line(String name, double value, String unit, String basis) {

		/** Formats value and unit, such as {@code 1.6 cores}. */
		String printed() {
			if (!Double.isFinite(value)) {
				return "not measured";
			}
			String digits = value == Math.rint(value) || value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
			return (String.format(Locale.ROOT, digits, value) + " " + unit).strip();
		}

	}

	/** Returns the figures: the result first, then its components. */
	List<Line> lines() {
		List<Line> lines = new ArrayList<>();
		lines.add(new Line("nodes", nodes(), "",
				"so many that one may be missing at the peak, each of %d cores at most %.0f %% busy"
					.formatted(coresOfANode, BUSY * 100) + ofOneNodeAlone()));
		lines.add(new Line("cores at the peak", coresAtPeak(), "cores",
				"%.1f logins and %.1f sign-ons with a session a second; warm: %s; %s".formatted(
						demand.loginsPerSecond(), demand.withSessionPerSecond(), cost(Quantity.LOGIN),
						cost(Quantity.SIGN_ON))
						+ (cluster() == 1 ? "" : "; times %.2f: %s".formatted(cluster(),
								costs.get(Quantity.CLUSTER, store).source()))));
		lines.add(new Line("cores at the peak, servers not warm", coresNotWarm(), "cores", cost(Quantity.NOT_WARM)));
		lines.add(new Line("logins a second that a node can do, warm", loginsOfANode(), "logins/s",
				cost(Quantity.LOGIN)));
		lines.add(new Line("heap of a node", heapMebibytes(), "MiB", heapBasis()));
		lines.add(new Line("sessions, one of each person", sessionMebibytes(), "MiB",
				cost(Quantity.SESSION_BYTES) + copiesBasis()));
		lines.add(new Line("LDAP connections", nodes() * LDAP_CONNECTIONS, "",
				"%d of each node at most (docs/configuration.md, campanile.ldap); busy at the peak %.1f, at 30 ms a "
					.formatted(LDAP_CONNECTIONS, demand.loginsPerSecond() * 2 * DIRECTORY_SECONDS)
						+ "search or bind (docs/lab/published-tests.md, privacyIDEA)"));
		if (store.equals("jpa")) {
			lines.add(new Line("database connections", nodes() * DATABASE_CONNECTIONS, "",
					"%d of each node at most (docs/configuration.md, campanile.storage.jpa.pool-size, and one for the purge)"
						.formatted(DATABASE_CONNECTIONS)));
			lines.add(new Line("write-ahead log a day", walGigabytes(), "GB", walBasis()));
		}
		lines.add(new Line("audit log a day", auditGigabytes(), "GB",
				"%s sign-ons a day of each person (assumed, --a-day); %s; %s".formatted(number(demand.signOnsADay()),
						cost(Quantity.AUDIT_LOGIN), cost(Quantity.AUDIT_SIGN_ON))));
		lines.add(new Line("traffic of logins at the peak, to browsers",
				demand.loginsPerSecond() * costs.get(Quantity.BYTES_DOWN, store).value() * 8 / 1e6, "Mbit/s",
				cost(Quantity.BYTES_DOWN) + "; sign-ons with a session come on top, not measured"));
		lines.add(new Line("time of a restart", costs.get(Quantity.START_SECONDS, store).value(), "s",
				cost(Quantity.START_SECONDS)));
		lines.add(new Line("processor time of a restart", restartSeconds(), "s",
				"%s, and what the next %s logins take more than warm ones: %s".formatted(cost(Quantity.START_CPU),
						number(loginsAfterStart()), cost(Quantity.AFTER_START))));
		lines.add(new Line("people who sign in again after a restart", store.equals("memory") ? demand.people() : 0, "",
				store.equals("memory") ? "sessions in memory end with their node" : "sessions stay in the store"));
		return List.copyOf(lines);
	}

	/** Returns a note on sessions in memory, which one node has alone; else empty. */
	private String ofOneNodeAlone() {
		if (!store.equals("memory")) {
			return "";
		}
		return nodes() == 2 ? "; sessions in memory are of one node alone, and the second stands by"
				: "; ONE NODE IS NOT ENOUGH, and sessions in memory are of one node alone: take more cores (--cores) "
						+ "or another store (--store)";
	}

	/** Returns a chart of the cores at the peak, for up to twice as many people. */
	Chart plot() {
		return new Chart("Cores at the peak, by the number of people", Shape.LINE, "people", "cores", List.of(),
				List.of(series("warm servers", Sizing::coresAtPeak),
						series("servers that are not warm", Sizing::coresNotWarm)));
	}

	private Series series(String name, ToDoubleFunction<Sizing> cores) {
		List<Point> points = new ArrayList<>();
		for (int quarters = 1; quarters <= 8; quarters++) {
			int people = (int) Math.max(1, (long) demand.people() * quarters / 4);
			Demand other = new Demand(people, demand.share(), demand.seconds(), demand.ssoShare(),
					demand.signOnsADay());
			points.add(new Point(people, cores.applyAsDouble(new Sizing(other, store, coresOfANode, costs))));
		}
		return new Series(name, points);
	}

	/**
	 * Returns the number of nodes, one more than needed: without it the others can carry
	 * the peak, warm or not, as one of them may have just started.
	 */
	int nodes() {
		return (int) Math.max(1, Math.ceil(Math.max(coresAtPeak(), coresNotWarm()) / (coresOfANode * BUSY) - 1e-9)) + 1;
	}

	double coresAtPeak() {
		return (demand.loginsPerSecond() * loginMillis() + demand.withSessionPerSecond() * signOnMillis()) / 1_000
				* cluster();
	}

	/** Returns the peak cores of servers that are not warm, sign-ons in proportion. */
	double coresNotWarm() {
		return coresAtPeak() * costs.get(Quantity.NOT_WARM, store).value();
	}

	double loginsOfANode() {
		return coresOfANode * BUSY * 1_000 / (loginMillis() * cluster());
	}

	/** Returns the cost factor of sharing sessions; 1 if each node has its own. */
	private double cluster() {
		return Math.max(1, costs.value(Quantity.CLUSTER, store).orElse(1));
	}

	private double loginMillis() {
		return costs.get(Quantity.LOGIN, store).value();
	}

	private double signOnMillis() {
		return costs.get(Quantity.SIGN_ON, store).value();
	}

	/** Returns the number of copies of a session in all nodes together. */
	int copies() {
		return store.equals("hazelcast") ? 2 : 1;
	}

	private String copiesBasis() {
		return copies() == 1 ? "" : "; two copies, in different nodes";
	}

	double sessionMebibytes() {
		return demand.people() * costs.get(Quantity.SESSION_BYTES, store).value() * copies() / 1_048_576;
	}

	/** Returns a node's heap in MiB: a base, and twice the space of its sessions. */
	double heapMebibytes() {
		double base = costs.get(Quantity.RESIDENT_MIB, store).value();
		double sessions = switch (store) {
			case "memory" -> sessionMebibytes();
			// If one member is missing, the others hold all copies.
			case "hazelcast" -> sessionMebibytes() / Math.max(1, nodes() - 1);
			default -> 0;
		};
		return Math.ceil((base + 2 * sessions) / 64) * 64;
	}

	private String heapBasis() {
		return "%s, no less than a heap of that size needs".formatted(cost(Quantity.RESIDENT_MIB))
				+ (store.equals("jpa") ? "" : "; and twice the sessions, which may fill half of a heap");
	}

	private double walGigabytes() {
		double login = costs.value(Quantity.WAL_LOGIN, store).orElse(Double.NaN);
		double signOn = costs.value(Quantity.WAL_SIGN_ON, store).orElse(Double.NaN);
		return demand.people() * demand.signOnsADay() * (login * (1 - demand.ssoShare()) + signOn * demand.ssoShare())
				/ 1e9;
	}

	/** Returns the daily audit log in GB; a login has a line besides its sign-on's. */
	double auditGigabytes() {
		return demand.people() * demand.signOnsADay()
				* (costs.get(Quantity.AUDIT_LOGIN, store).value() * (1 - demand.ssoShare())
						+ costs.get(Quantity.AUDIT_SIGN_ON, store).value())
				/ 1e9;
	}

	private String walBasis() {
		return costs.find(Quantity.WAL_LOGIN, store)
			.map(login -> "%s sign-ons a day of each person (assumed, --a-day); %s; %s".formatted(
					number(demand.signOnsADay()), cost(Quantity.WAL_LOGIN),
					costs.find(Quantity.WAL_SIGN_ON, store).isPresent() ? cost(Quantity.WAL_SIGN_ON)
							: "sign-on: not " + "measured"))
			.orElse("name a run of baseline --store jpa by --from");
	}

	/** Returns the additional processor time of a node's restart, in seconds. */
	double restartSeconds() {
		return costs.get(Quantity.START_CPU, store).value()
				+ loginsAfterStart() * (costs.get(Quantity.AFTER_START, store).value() - 1) * loginMillis() / 1_000;
	}

	private double loginsAfterStart() {
		return costs.get(Quantity.LOGINS_AFTER_START, store).value();
	}

	private String cost(Quantity quantity) {
		Cost cost = costs.get(quantity, store);
		return number(cost.value()) + unit(quantity) + " (" + cost.source() + ")";
	}

	private static String unit(Quantity quantity) {
		return switch (quantity) {
			case LOGIN -> " CPU-ms a login";
			case SIGN_ON -> " CPU-ms a sign-on";
			case LOGINS_AFTER_START -> " logins";
			case START_SECONDS -> " s";
			case START_CPU -> " CPU-s";
			case SESSION_BYTES -> " bytes a session";
			case CLUSTER, NOT_WARM, AFTER_START -> " times";
			case RESIDENT_MIB -> " MiB";
			case BYTES_DOWN -> " bytes a login";
			case WAL_LOGIN, AUDIT_LOGIN -> " bytes a login";
			case WAL_SIGN_ON, AUDIT_SIGN_ON -> " bytes a sign-on";
		};
	}

	private static String number(double value) {
		return value == Math.rint(value) || value >= 100 ? String.format(Locale.ROOT, "%,.0f", value)
				: String.format(Locale.ROOT, "%.2f", value);
	}

}
