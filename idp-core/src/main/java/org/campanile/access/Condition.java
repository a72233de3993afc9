package org.campanile.access;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.campanile.access.AccessPolicy.Subject;
import org.campanile.access.AccessPolicy.Target;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ValuePattern;
import org.campanile.http.Network;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the user or the request that must hold for a rule to apply. Immutable.
 */
public sealed interface Condition {

	boolean holds(Target target, Subject subject, Instant now);

	/** The condition in words, for administrators. */
	String words();

	/** The id of the attribute that the condition reads; null if it reads none. */
	default @Nullable String attribute() {
		return null;
	}

	/**
	 * An attribute has a value.
	 *
	 * @param attribute its id
	 * @param values any of which is enough, kept and compared in the form of
	 * {@link EntryName#comparable}
	 * @param patterns the patterns of further values, matched as a whole
	 */
	record HasValue(String attribute, Set<String> values, List<ValuePattern> patterns) implements Condition {

		public HasValue {
			values = values.stream().map(EntryName::comparable).collect(Collectors.toUnmodifiableSet());
			patterns = List.copyOf(patterns);
		}

		@Override
		public boolean holds(Target target, Subject subject, Instant now) {
			return subject.attributes()
				.get(attribute)
				.stream()
				.map(AttributeValue::text)
				.anyMatch(value -> values.contains(EntryName.comparable(value))
						|| patterns.stream().anyMatch(pattern -> pattern.matches(value)));
		}

		@Override
		public String words() {
			return attribute + " is " + (values.isEmpty() ? "" : String.join(" or ", values))
					+ (patterns.isEmpty() ? "" : " like " + patterns);
		}

	}

	/**
	 * The user's entry is below another one.
	 *
	 * @param units any of which is enough
	 */
	record InUnit(List<EntryName> units) implements Condition {

		/** The attribute that holds the name of the user's entry (RFC 5020). */
		public static final String ENTRY = "entryDN";

		public InUnit {
			units = List.copyOf(units);
		}

		@Override
		public boolean holds(Target target, Subject subject, Instant now) {
			return subject.attributes()
				.get(ENTRY)
				.stream()
				.flatMap(value -> EntryName.of(value.text()).stream())
				.anyMatch(entry -> units.stream().anyMatch(entry::isBelow));
		}

		@Override
		public String attribute() {
			return ENTRY;
		}

		@Override
		public String words() {
			return "the entry is below " + units.stream().map(EntryName::text).collect(Collectors.joining(" or "));
		}

	}

	/**
	 * The request comes from a network.
	 *
	 * @param networks any of which is enough
	 */
	record FromNetwork(List<Network> networks) implements Condition {

		public FromNetwork {
			networks = List.copyOf(networks);
		}

		@Override
		public boolean holds(Target target, Subject subject, Instant now) {
			return networks.stream().anyMatch(network -> network.contains(target.address()));
		}

		@Override
		public String words() {
			return "the client is in " + networks.stream().map(Network::text).collect(Collectors.joining(" or "));
		}

	}

	/**
	 * The current time lies in a time of the week.
	 *
	 * @param days the days on which the time begins; empty for all
	 * @param from the beginning
	 * @param to the end; earlier than the beginning if the time lasts past midnight
	 */
	record During(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) implements Condition {

		public During {
			days = Set.copyOf(days);
		}

		@Override
		public boolean holds(Target target, Subject subject, Instant now) {
			ZonedDateTime local = now.atZone(zone);
			LocalTime time = local.toLocalTime();
			if (from.equals(to)) {
				return isDay(local.getDayOfWeek());
			}
			if (from.isBefore(to)) {
				return isDay(local.getDayOfWeek()) && !time.isBefore(from) && time.isBefore(to);
			}
			return !time.isBefore(from) ? isDay(local.getDayOfWeek())
					: time.isBefore(to) && isDay(local.getDayOfWeek().minus(1));
		}

		private boolean isDay(DayOfWeek day) {
			return days.isEmpty() || days.contains(day);
		}

		@Override
		public String words() {
			return "the time is " + (days.isEmpty() ? "" : days + " ") + from + " to " + to + " in " + zone;
		}

	}

	/**
	 * The authentication satisfies a class.
	 *
	 * @param classes authentication context classes, of which one must be satisfied
	 */
	record Authenticated(List<String> classes) implements Condition {

		public Authenticated {
			classes = List.copyOf(classes);
		}

		@Override
		public boolean holds(Target target, Subject subject, Instant now) {
			return classes.stream().anyMatch(subject.satisfies());
		}

		@Override
		public String words() {
			return "the authentication is " + String.join(" or ", classes);
		}

	}

}
