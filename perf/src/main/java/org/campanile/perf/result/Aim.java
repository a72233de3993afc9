package org.campanile.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonFormat;

/** The aims of the measurements, and how a result is reported. */
public enum Aim {

	/** The cost of a login by password, relative to its floor. */
	LOGIN_FLOOR("CPU of a login, relative to one RSA-2048 signature, one LDAP search and one bind", 2.0),

	/** The cost of a sign-on with a session, relative to its floor. */
	SIGN_ON_FLOOR("CPU of a sign-on with a session, relative to one signature and one encryption", 1.5),

	/** The cost of a login, relative to that of Keycloak. */
	KEYCLOAK_LOGIN("CPU of a login, relative to Keycloak", 0.15),

	/** The cost of a sign-on with a session, relative to that of SimpleSAMLphp. */
	SIMPLESAMLPHP_SIGN_ON("CPU of a sign-on with a session, relative to SimpleSAMLphp", 0.2),

	/** The cost of a login with CAS tickets, relative to that of Apereo CAS. */
	APEREO_CAS_LOGIN("CPU of a login with CAS tickets, relative to Apereo CAS", 0.15),

	/** The cost of a page behind the gate, relative to a SAML sign-on with a session. */
	GATE_PAGE("CPU of a page behind the gate, relative to a SAML sign-on with a session", 0.15),

	/** The cost of a login with CAS tickets, relative to a SAML login. */
	CAS_LOGIN("CPU of a login with CAS tickets, relative to a SAML login", 1.0),

	/** The cost of a login with PostgreSQL, relative to sessions in memory. */
	POSTGRESQL_LOGIN("CPU of a login with PostgreSQL, relative to sessions in memory", 1.10),

	/** The cost of a sign-on with PostgreSQL, relative to sessions in memory. */
	POSTGRESQL_SIGN_ON("CPU of a sign-on with PostgreSQL, relative to sessions in memory", 1.15),

	/** The cost of a login with Hazelcast, relative to sessions in memory. */
	HAZELCAST_LOGIN("CPU of a login with Hazelcast (one member), relative to sessions in memory", 1.05),

	/** The cost of a sign-on with Hazelcast, relative to sessions in memory. */
	HAZELCAST_SIGN_ON("CPU of a sign-on with Hazelcast (one member), relative to sessions in memory", 1.10),

	/** The throughput of three nodes, relative to one with the same share. */
	THREE_NODES("logins a second of three nodes, relative to one node with the same processor share", 2.8, true,
			Interval.LEAST, ""),

	/** The cost of a login on three nodes, relative to one node. */
	THREE_NODES_CPU("CPU of a login on three nodes, relative to one node", 1.15),

	/** The goodput at four times saturation, relative to the best of the run. */
	OVERLOAD_FOUR_TIMES("goodput at four times saturation, relative to the best of the run", 0.9, true, Interval.LEAST,
			""),

	/** The goodput at ten times saturation, relative to the best of the run. */
	OVERLOAD_TEN_TIMES("goodput at ten times saturation, relative to the best of the run", 0.85, true, Interval.LEAST,
			""),

	/** The goodput with 4,000 concurrent users, relative to the best of the run. */
	OVERLOAD_CROWD("goodput with 4,000 users at once, relative to the best of the run", 0.85, true, Interval.LEAST, ""),

	/** The latency of logins that are admitted under overload. */
	OVERLOAD_LATENCY("99th percentile of admitted logins under overload", 2, false, 1, "s"),

	/** The time until logins are normal again after an overload. */
	RECOVERY("recovery after overload", 5, false, 1, "s"),

	/** The time from a start with the AOT cache to the first login. */
	START("start to the first login with the AOT cache", 3, false, Interval.LEAST, "s"),

	/** The cost of the first 10,000 logins after a start, relative to warm ones. */
	START_TAX("CPU of one of the first 10,000 logins after a start with the AOT cache, relative to a warm one", 2.0),

	/** The time from a start without the AOT cache to the first login. */
	START_WITHOUT_CACHE("start to the first login without the AOT cache", 5, false, Interval.LEAST, "s"),

	/** The resident memory with default settings. */
	RESIDENT("resident memory after 20,000 logins", 350, false, 1, "MiB"),

	/** The cost of a login beside many sessions or people, relative to few or none. */
	SESSIONS("CPU of a login with many stored sessions or users, relative to none or few", 1.05),

	/** The additional cost of TOTP, relative to a login by password. */
	TOTP("additional CPU of a login with password and TOTP, relative to one by password", 0.45),

	/** The additional cost of a passkey, relative to a login by password. */
	PASSKEY("additional CPU of a login with a passkey, relative to one by password", 0.8),

	/** The time of a validation with the user cache, relative to that without. */
	USER_CACHE("median time of a validation with the user cache populated, relative to it off", 0.5);

	private static final Set<String> HARMLESS = Set.of("--results", "--repeats", "--until", "--limit", "--peer",
			"--protocol", "--check");

	/** Options that only choose among a scenario's cells, with these scenarios. */
	private static final Map<String, Set<String>> CHOOSES_CELLS = Map.of("--store",
			Set.of("baseline", "compare", "sessions"), "--nodes", Set.of("compare"));

	/** The numbers of users that the scenario baseline has by default, or one of them. */
	private static final String USERS_OF_BASELINE = "(10|50)(,(10|50))?";

	/**
	 * Scenarios with rounds of half a minute or more whose aims are ratios within a
	 * round: shorter rounds only make the interval of a ratio wider.
	 */
	private static final Set<String> MEASURES_IN_TURNS = Set.of("baseline", "compare");

	/** The least time scale with which such rounds are not only a few seconds long. */
	private static final double SHORTEST_ROUNDS = 0.2;

	/** The least number of logins in a warm-up that the aims require. */
	private static final int WARM_UP = 20_000;

	private final String description;

	private final double bound;

	private final boolean atLeast;

	/**
	 * How many repeats a verdict needs; one is enough for a figure of thousands of
	 * logins.
	 */
	private final int leastRounds;

	private final String unit;

	/** Creates an aim for a ratio with an upper bound. */
	Aim(String description, double most) {
		this(description, most, false, Interval.LEAST, "");
	}

	Aim(String description, double bound, boolean atLeast, int leastRounds, String unit) {
		this.description = description;
		this.bound = bound;
		this.atLeast = atLeast;
		this.leastRounds = leastRounds;
		this.unit = unit;
	}

	/**
	 * Returns how the options make a run differ from what the aims require, for people.
	 * Options for the number of repeats, for peers, or for the choice of cells make no
	 * difference, nor do shorter rounds where systems are measured in turns.
	 * @param options the given options, by name
	 */
	public static List<String> changes(String scenario, Map<String, String> options) {
		List<String> changes = new ArrayList<>();
		options.forEach((name, value) -> {
			boolean same = HARMLESS.contains(name) || CHOOSES_CELLS.getOrDefault(name, Set.of()).contains(scenario)
					|| name.equals("--warm-up") && value.matches("[0-9]{1,9}") && Integer.parseInt(value) >= WARM_UP
					|| name.equals("--users") && scenario.equals("baseline") && value.matches(USERS_OF_BASELINE)
					|| name.equals("--time-scale") && MEASURES_IN_TURNS.contains(scenario)
							&& value.matches("[0-9]{1,9}([.][0-9]{1,9})?")
							&& Double.parseDouble(value) >= SHORTEST_ROUNDS;
			if (!same) {
				changes.add(("measured with " + name + " " + value).strip());
			}
		});
		return changes;
	}

	/** Returns the description for people, without the bound. */
	public String description() {
		return description;
	}

	/** Returns the bound with its unit, such as {@code at most 1.10}. */
	public String bound() {
		return String.format(Locale.ROOT, (atLeast ? "at least " : "at most ") + (unit.isEmpty() ? "%.2f" : "%.0f %s"),
				bound, unit);
	}

	/** Returns the unit, such as {@code s}; empty for a ratio. */
	public String unit() {
		return unit;
	}

	/** Returns how many repeats a verdict needs. */
	public int needs() {
		return leastRounds;
	}

	/** Judges whether the whole interval is within the bound, beyond it, or neither. */
	public Verdict verdict(Interval measured) {
		if (measured.count() < leastRounds) {
			return Verdict.NOT_RESOLVED;
		}
		if (atLeast ? measured.low() >= bound : measured.high() <= bound) {
			return Verdict.MET;
		}
		return (atLeast ? measured.high() < bound : measured.low() > bound) ? Verdict.MISSED : Verdict.NOT_RESOLVED;
	}

	/** The result of an aim. */
	public enum Verdict {

		/** The whole interval is within the bound. */
		MET("met"),
		/** The whole interval is beyond the bound. */
		MISSED("missed"),
		/**
		 * The bound is within the interval, there were too few rounds, or the run was not
		 * suited to judge the aim.
		 */
		NOT_RESOLVED("not resolved");

		private final String words;

		Verdict(String words) {
			this.words = words;
		}

		/** Returns the words for people. */
		public String words() {
			return words;
		}

	}

	/**
	 * An aim with its measurement and verdict.
	 *
	 * @param aim the aim
	 * @param cell the measured cell
	 * @param step label of the step; empty if there is none
	 * @param measured the measured figure
	 * @param verdict the result of the aim
	 * @param doubt why the verdict may be wrong; empty if there is no known reason
	 */
	public record Judged(@JsonFormat(with = JsonFormat.Feature.READ_UNKNOWN_ENUM_VALUES_AS_NULL) Aim aim, String cell,
			String step, Interval measured, Verdict verdict, String doubt) {

		/** Returns the same with the verdict not resolved, for one more reason. */
		public Judged doubted(String reason) {
			return new Judged(aim, cell, step, measured, Verdict.NOT_RESOLVED,
					doubt.contains(reason) ? doubt : doubt.isEmpty() ? reason : doubt + "; " + reason);
		}

		/**
		 * Returns the result as a sentence, such as
		 * {@code CPU of …: 1.15 [1.12–1.19], at most 1.10: missed (one node, jpa, 10)}.
		 */
		public String sentence() {
			return "%s: %s%s, %s: %s (%s%s)%s".formatted(aim.description(), measured.printed(),
					aim.unit().isEmpty() ? "" : " " + aim.unit(), aim.bound(), verdict.words(), cell,
					step.isEmpty() ? "" : ", " + step, doubt.isEmpty() ? "" : "; " + doubt);
		}

	}

}
