package org.campanile.access;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Subject;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ValuePattern;

/** What a rule asks of a user. {@code toString} says it in words. Immutable. */
public sealed interface Condition {

	/**
	 * Whether it holds.
	 * @param address the client's
	 */
	boolean holds(Subject subject, String address, Instant now);

	/**
	 * Whether it depends on when, where or how the user signs in, and not on who it is.
	 */
	default boolean isSituational() {
		return true;
	}

	/** How values of attributes are compared. */
	enum Comparison {

		/** Character by character. */
		EXACT,
		/** Without regard to case. */
		IGNORING_CASE,
		/** Those that are distinguished names as such, all others exactly. */
		NAME;

		String normalized(String value) {
			return switch (this) {
				case EXACT -> value;
				case IGNORING_CASE -> value.toLowerCase(Locale.ROOT);
				case NAME -> value.indexOf('=') < 0 ? value
						: DistinguishedName.parse(value).map(name -> String.join("\1", name.parts())).orElse(value);
			};
		}

	}

	/**
	 * The user has one, or all, of these values of an attribute.
	 *
	 * @param all whether all are needed
	 */
	record Values(String attribute, Set<String> values, boolean all, Comparison comparison) implements Condition {

		public Values {
			values = values.stream().map(comparison::normalized).collect(Collectors.toUnmodifiableSet());
		}

		@Override
		public boolean holds(Subject subject, String address, Instant now) {
			List<AttributeValue> present = subject.attributes().get(attribute);
			if (!all) {
				return present.stream().anyMatch(value -> values.contains(comparison.normalized(value.text())));
			}
			return present.stream()
				.map(value -> comparison.normalized(value.text()))
				.collect(Collectors.toSet())
				.containsAll(values);
		}

		@Override
		public boolean isSituational() {
			return false;
		}

		@Override
		public String toString() {
			return attribute + (all ? " has all of " : " is one of ")
					+ new TreeSet<>(values).toString().replace('\1', ',').replace('\0', '+');
		}

	}

	/** A value of an attribute matches one of these patterns. */
	record Matching(String attribute, List<ValuePattern> patterns) implements Condition {

		public Matching {
			patterns = List.copyOf(patterns);
		}

		@Override
		public boolean holds(Subject subject, String address, Instant now) {
			return subject.attributes()
				.get(attribute)
				.stream()
				.anyMatch(value -> patterns.stream().anyMatch(pattern -> pattern.matches(value.text())));
		}

		@Override
		public boolean isSituational() {
			return false;
		}

		@Override
		public String toString() {
			return attribute + " matches one of " + patterns;
		}

	}

	/**
	 * A value of an attribute is one of these distinguished names, or one below it.
	 *
	 * @param suffixes by the text that the configuration has for them
	 */
	record Within(String attribute, Map<String, DistinguishedName> suffixes) implements Condition {

		public Within {
			suffixes = Map.copyOf(suffixes);
		}

		@Override
		public boolean holds(Subject subject, String address, Instant now) {
			return subject.attributes()
				.get(attribute)
				.stream()
				.flatMap(value -> DistinguishedName.parse(value.text()).stream())
				.anyMatch(name -> suffixes.values().stream().anyMatch(name::isWithin));
		}

		@Override
		public boolean isSituational() {
			return false;
		}

		@Override
		public String toString() {
			return attribute + " is below one of " + new TreeSet<>(suffixes.keySet());
		}

	}

	/** The client's address is of one of these networks. */
	record From(List<Network> networks) implements Condition {

		public From {
			networks = List.copyOf(networks);
		}

		@Override
		public boolean holds(Subject subject, String address, Instant now) {
			Optional<byte[]> bytes = Network.bytes(address);
			return bytes.isPresent() && networks.stream().anyMatch(network -> network.contains(bytes.get()));
		}

		@Override
		public String toString() {
			return "the client's network is one of " + networks;
		}

	}

	/**
	 * It is one of these days, between these times. An end before the beginning is on the
	 * day after.
	 *
	 * @param days at least one
	 * @param from inclusive
	 * @param to exclusive; midnight for the end of the day
	 * @param zone where the clock is read
	 */
	record During(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) implements Condition {

		public During {
			days = Set.copyOf(days);
		}

		@Override
		public boolean holds(Subject subject, String address, Instant now) {
			ZonedDateTime there = now.atZone(zone);
			LocalTime time = there.toLocalTime();
			DayOfWeek day = there.getDayOfWeek();
			if (from.isBefore(to) || to.equals(LocalTime.MIDNIGHT)) {
				return days.contains(day) && !time.isBefore(from)
						&& (to.equals(LocalTime.MIDNIGHT) || time.isBefore(to));
			}
			return days.contains(day) && !time.isBefore(from) || days.contains(day.minus(1)) && time.isBefore(to);
		}

		@Override
		public String toString() {
			return "it is " + EnumSet.copyOf(days) + " from " + from + " to " + to + " in " + zone;
		}

	}

	/**
	 * How the user has signed in.
	 *
	 * @param classes authentication context classes, of which one must be satisfied;
	 * empty for any
	 * @param maxAge how old the authentication may be; null for any age
	 */
	record Authenticated(List<String> classes, @Nullable Duration maxAge) implements Condition {

		public Authenticated {
			classes = List.copyOf(classes);
		}

		@Override
		public boolean holds(Subject subject, String address, Instant now) {
			return (classes.isEmpty() || classes.stream().anyMatch(subject.satisfies()))
					&& (maxAge == null || !subject.authnInstant().isBefore(now.minus(maxAge)));
		}

		@Override
		public String toString() {
			return Stream
				.of(classes.isEmpty() ? "" : "the authentication satisfies one of " + classes,
						maxAge == null ? "" : "it is not older than " + maxAge.toString().substring(2).toLowerCase(Locale.ROOT))
				.filter(words -> !words.isEmpty())
				.collect(Collectors.joining(", and "));
		}

	}

	/** Whether all of them hold. */
	static boolean all(Collection<Condition> conditions, Subject subject, String address, Instant now) {
		return conditions.stream().allMatch(condition -> condition.holds(subject, address, now));
	}

}
