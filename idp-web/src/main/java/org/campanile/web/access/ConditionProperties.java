package org.campanile.web.access;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.access.Condition;
import org.campanile.access.Condition.Comparison;
import org.campanile.access.DistinguishedName;
import org.campanile.access.Network;
import org.campanile.attribute.ValuePattern;
import org.campanile.web.config.Faults;

/**
 * What a rule asks of a user; everything that is set must hold.
 *
 * @param attributes by attribute id, values of which the user has at least one
 * @param allOf by attribute id, values of which the user has all
 * @param matching by attribute id, a regular expression in RE2 syntax that matches one of
 * the user's values as a whole
 * @param groups groups of which the user is in at least one
 * @param affiliations affiliations of which the user has at least one, without regard to
 * case
 * @param dnSuffixes distinguished names; the user's entry is one of them, or below one
 * @param networks addresses or CIDR ranges; the client is in one of them
 * @param days days of the week
 * @param from time of day, inclusive
 * @param to time of day, exclusive; if it is not later than {@code from}, of the next day
 * @param timeZone the time zone of days and times; without it
 * {@code campanile.access.time-zone}
 * @param authnClasses authentication context classes; the authentication satisfies one of
 * them, or is stronger
 * @param authnMaxAge how old the authentication may be
 */
public record ConditionProperties(@DefaultValue Map<String, List<String>> attributes,
		@DefaultValue Map<String, List<String>> allOf, @DefaultValue Map<String, String> matching,
		@DefaultValue List<String> groups, @DefaultValue List<String> affiliations,
		@DefaultValue List<String> dnSuffixes, @DefaultValue List<String> networks, @DefaultValue List<DayOfWeek> days,
		@Nullable String from, @Nullable String to, @Nullable String timeZone, @DefaultValue List<String> authnClasses,
		@Nullable Duration authnMaxAge) {

	/**
	 * What the conditions of all rules have in common.
	 *
	 * @param groups the attribute that lists a user's groups
	 * @param affiliations the attribute that lists a user's affiliations
	 * @param dn the attribute that is the name of the user's entry
	 * @param timeZone null if none is set
	 */
	record Common(String groups, String affiliations, String dn, @Nullable String timeZone) {
	}

	/**
	 * The conditions of the core.
	 * @param key the key of this group
	 * @throws IllegalArgumentException if there is none, or one is malformed; the message
	 * begins with the key
	 */
	List<Condition> conditions(String key, Common common) {
		List<Condition> all = new ArrayList<>();
		steps(key, common).forEach(step -> all.addAll(step.get()));
		if (all.isEmpty()) {
			throw new IllegalArgumentException(
					key + ": it has no condition; give one, such as groups or networks, or remove it");
		}
		return all;
	}

	void check(String key, Common common, Optional<Set<String>> attributeIds, Faults faults) {
		List<Condition> all = new ArrayList<>();
		Faults own = new Faults();
		steps(key, common).forEach(step -> own.value(step).ifPresent(all::addAll));
		own.lines().forEach(faults::add);
		if (own.isEmpty() && all.isEmpty()) {
			faults.check(() -> conditions(key, common));
		}
		attributeIds.ifPresent(known -> {
			for (Map.Entry<String, Map<String, ?>> group : Map
				.<String, Map<String, ?>>of(".attributes", attributes, ".all-of", allOf, ".matching", matching)
				.entrySet()) {
				group.getValue()
					.keySet()
					.forEach(id -> faults.check(() -> Faults.requireAttribute(key + group.getKey(), id, known)));
			}
		});
	}

	private List<Supplier<List<Condition>>> steps(String key, Common common) {
		List<Supplier<List<Condition>>> steps = new ArrayList<>();
		attributes.forEach((id, values) -> steps.add(() -> List
			.of(new Condition.Values(id, some(key + ".attributes." + id, values), false, Comparison.EXACT))));
		allOf.forEach((id, values) -> steps
			.add(() -> List.of(new Condition.Values(id, some(key + ".all-of." + id, values), true, Comparison.EXACT))));
		matching.forEach((id, regex) -> steps.add(() -> List.of(new Condition.Matching(id,
				List.of(Faults.named(key + ".matching." + id, () -> ValuePattern.of(regex)))))));
		if (!groups.isEmpty()) {
			steps.add(() -> List
				.of(new Condition.Values(common.groups(), some(key + ".groups", groups), false, Comparison.NAME)));
		}
		if (!affiliations.isEmpty()) {
			steps.add(() -> List.of(new Condition.Values(common.affiliations(),
					some(key + ".affiliations", affiliations), false, Comparison.IGNORING_CASE)));
		}
		if (!dnSuffixes.isEmpty()) {
			steps.add(() -> {
				Map<String, DistinguishedName> suffixes = new LinkedHashMap<>();
				dnSuffixes.forEach(text -> suffixes.put(text,
						Faults.named(key + ".dn-suffixes", () -> DistinguishedName.of(text))));
				return List.of(new Condition.Within(common.dn(), suffixes));
			});
		}
		if (!networks.isEmpty()) {
			steps.add(() -> List.of(new Condition.From(
					networks.stream().map(text -> Faults.named(key + ".networks", () -> Network.of(text))).toList())));
		}
		steps.add(() -> times(key, common));
		steps.add(() -> {
			Faults.requirePositive(key + ".authn-max-age", authnMaxAge);
			return authnClasses.isEmpty() && authnMaxAge == null ? List.of()
					: List.of(new Condition.Authenticated(authnClasses, authnMaxAge));
		});
		return steps;
	}

	private List<Condition> times(String key, Common common) {
		String zone = timeZone != null ? timeZone : common.timeZone();
		if (days.isEmpty() && from == null && to == null) {
			if (timeZone != null) {
				throw new IllegalArgumentException(
						key + ".time-zone: there are no days or times; give some, or remove it");
			}
			return List.of();
		}
		if (zone == null) {
			throw new IllegalArgumentException(key
					+ ".time-zone: days and times need one; set campanile.access.time-zone, such as Europe/Berlin");
		}
		LocalTime begin = time(key + ".from", from);
		LocalTime end = time(key + ".to", to);
		if (begin.equals(end) && (from != null || to != null)) {
			throw new IllegalArgumentException(key + ".to: it is the same as from; remove both for the whole day");
		}
		return List.of(new Condition.During(days.isEmpty() ? Set.of(DayOfWeek.values()) : Set.copyOf(days), begin, end,
				zone(key + ".time-zone", zone)));
	}

	private static LocalTime time(String key, @Nullable String text) {
		if (text == null) {
			return LocalTime.MIDNIGHT;
		}
		try {
			return LocalTime.parse(text);
		}
		catch (DateTimeParseException ex) {
			throw new IllegalArgumentException(
					key + ": '" + text + "' is no time of day; write one such as \"08:00\", with the quotes", ex);
		}
	}

	static ZoneId zone(String key, String text) {
		try {
			return ZoneId.of(text);
		}
		catch (DateTimeException ex) {
			throw new IllegalArgumentException(
					key + ": '" + text + "' is no time zone; write one such as Europe/Berlin", ex);
		}
	}

	private static Set<String> some(String key, List<String> values) {
		if (values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
			throw new IllegalArgumentException(key + ": it has no value, or an empty one; give some, or remove it");
		}
		return Set.copyOf(values);
	}

}
