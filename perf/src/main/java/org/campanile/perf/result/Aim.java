package org.campanile.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonFormat;

/** What is to be reached, and how a reader is told whether it was. All of them. */
public enum Aim {

	/** A login by password. */
	LOGIN_FLOOR("a full login, of its floor: one RSA-2048 signature, one search and one bind", 2.0),

	/** A sign-on with a session. */
	SIGN_ON_FLOOR("a sign-on with a session, of one signature with encryption", 1.5),

	/** Beside it. */
	KEYCLOAK_LOGIN("CPU of a login, of Keycloak's", 0.15),

	/** Beside it. */
	SIMPLESAMLPHP_SIGN_ON("CPU of a sign-on with a session, of SimpleSAMLphp's", 0.2),

	/** Beside it. */
	APEREO_CAS_LOGIN("CPU of a login with CAS tickets, of Apereo CAS's", 0.15),

	/** A page behind the gate. */
	GATE_PAGE("CPU of a page behind the gate, of a SAML sign-on with a session", 0.15),

	/** A login by password. */
	CAS_LOGIN("CPU of a login with CAS tickets, of a SAML login", 1.0),

	/** Beside sessions in memory. */
	POSTGRESQL_LOGIN("CPU of a login with PostgreSQL, of one with sessions in memory", 1.10),

	/** Beside sessions in memory. */
	POSTGRESQL_SIGN_ON("CPU of a sign-on with PostgreSQL, of one with sessions in memory", 1.15),

	/** Beside sessions in memory. */
	HAZELCAST_LOGIN("CPU of a login with Hazelcast, one member, of one with sessions in memory", 1.05),

	/** Beside sessions in memory. */
	HAZELCAST_SIGN_ON("CPU of a sign-on with Hazelcast, one member, of one with sessions in memory", 1.10),

	/** Of the same share of a processor each. */
	THREE_NODES("logins a second of three nodes, of one of the same share each", 2.8, true, Interval.LEAST, ""),

	/** Of the same share of a processor each. */
	THREE_NODES_CPU("CPU of a login on three nodes, of one on one node", 1.15),

	/** More than can be done. */
	OVERLOAD_FOUR_TIMES("goodput at four times saturation, of the best of the run", 0.9, true, Interval.LEAST, ""),

	/** More than can be done. */
	OVERLOAD_TEN_TIMES("goodput at ten times saturation, of the best of the run", 0.85, true, Interval.LEAST, ""),

	/** More than can be done. */
	OVERLOAD_CROWD("goodput with 4,000 users at once, of the best of the run", 0.85, true, Interval.LEAST, ""),

	/** For who is let in. */
	OVERLOAD_LATENCY("99th percentile of admitted logins under overload", 2, false, 1, "s"),

	/** After the load. */
	RECOVERY("recovery after overload", 5, false, 1, "s"),

	/** With what a release ships. */
	START("start to the first login with the AOT cache", 3, false, Interval.LEAST, "s"),

	/** With what a release ships. The warm login is that of the last start. */
	START_TAX("CPU of one of the first 10,000 logins after a start with the AOT cache, of a warm one", 2.0),

	/** Without. */
	START_WITHOUT_CACHE("start to the first login without the AOT cache", 5, false, Interval.LEAST, "s"),

	/** With the defaults. */
	RESIDENT("resident memory after 20,000 logins", 350, false, 1, "MiB"),

	/** In the same store. */
	SESSIONS("CPU of a login beside stored sessions or many people, of one beside none or few", 1.05),

	/** Beside a login by password. */
	TOTP("CPU of a login with password and TOTP more than by password, of that", 0.45),

	/** Beside a login by password. */
	PASSKEY("CPU of a login with a passkey more than by password, of that", 0.8),

	/** One after the other. */
	USER_CACHE("median time of a validation with the user cache populated, of that with it off", 0.5);

	private static final Set<String> HARMLESS = Set.of("--results", "--repeats", "--until", "--limit", "--peer",
			"--protocol", "--check");

	/** Where a cell has its store or its number of nodes in its name. */
	private static final Map<String, Set<String>> CHOOSES_CELLS = Map.of("--store",
			Set.of("baseline", "compare", "sessions"), "--nodes", Set.of("compare"));

	/** Logins that a server has had at least. */
	private static final int WARM_UP = 20_000;

	private final String description;

	private final double bound;

	private final boolean atLeast;

	/**
	 * How many repeats a verdict needs: one of a figure that is of thousands of logins.
	 */
	private final int leastRounds;

	private final String unit;

	/** A ratio that is to be at most that. */
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
	 * By which options a run is another one than aims are of, for people. Options that
	 * say how often, beside whom, or which of the cells change nothing.
	 * @param options as they were given, by name
	 */
	public static List<String> changes(String scenario, Map<String, String> options) {
		List<String> changes = new ArrayList<>();
		options.forEach((name, value) -> {
			boolean same = HARMLESS.contains(name) || CHOOSES_CELLS.getOrDefault(name, Set.of()).contains(scenario)
					|| name.equals("--warm-up") && value.matches("[0-9]{1,9}") && Integer.parseInt(value) >= WARM_UP;
			if (!same) {
				changes.add(("measured with " + name + " " + value).strip());
			}
		});
		return changes;
	}

	/** For people, without the bound. */
	public String description() {
		return description;
	}

	/** With its unit, such as {@code at most 1.10}. */
	public String bound() {
		return String.format(Locale.ROOT, (atLeast ? "at least " : "at most ") + (unit.isEmpty() ? "%.2f" : "%.0f %s"),
				bound, unit);
	}

	/** Such as {@code s}; empty for a ratio. */
	public String unit() {
		return unit;
	}

	/** How many repeats a verdict needs. */
	public int needs() {
		return leastRounds;
	}

	/** Whether the whole interval is within the bound, beyond it, or neither. */
	public Verdict verdict(Interval measured) {
		if (measured.count() < leastRounds) {
			return Verdict.NOT_RESOLVED;
		}
		if (atLeast ? measured.low() >= bound : measured.high() <= bound) {
			return Verdict.MET;
		}
		return (atLeast ? measured.high() < bound : measured.low() > bound) ? Verdict.MISSED : Verdict.NOT_RESOLVED;
	}

	/** What became of an aim. */
	public enum Verdict {

		/** The whole interval is within the bound. */
		MET("met"),
		/** The whole interval is beyond it. */
		MISSED("missed"),
		/**
		 * The bound is within the interval, there were too few rounds, or the run was not
		 * one that could tell.
		 */
		NOT_RESOLVED("not resolved");

		private final String words;

		Verdict(String words) {
			this.words = words;
		}

		/** For people. */
		public String words() {
			return words;
		}

	}

	/**
	 * An aim and what was measured of it.
	 *
	 * @param aim which
	 * @param cell that was measured
	 * @param step its label; empty where there is none
	 * @param measured the figure
	 * @param verdict what became of it
	 * @param doubt why the verdict may not be what it seems; empty if nothing is known
	 */
	public record Judged(@JsonFormat(with = JsonFormat.Feature.READ_UNKNOWN_ENUM_VALUES_AS_NULL) Aim aim, String cell,
			String step, Interval measured, Verdict verdict, String doubt) {

		/** The same, not resolved for one more reason. */
		public Judged doubted(String reason) {
			return new Judged(aim, cell, step, measured, Verdict.NOT_RESOLVED,
					doubt.contains(reason) ? doubt : doubt.isEmpty() ? reason : doubt + "; " + reason);
		}

		/**
		 * Such as
		 * {@code CPU of …: 1.15 [1.12–1.19], at most 1.10: missed (one node, jpa, 10)}.
		 */
		public String sentence() {
			return "%s: %s%s, %s: %s (%s%s)%s".formatted(aim.description(), measured.printed(),
					aim.unit().isEmpty() ? "" : " " + aim.unit(), aim.bound(), verdict.words(), cell,
					step.isEmpty() ? "" : ", " + step, doubt.isEmpty() ? "" : "; " + doubt);
		}

	}

}
