package org.campanile.web.access;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRule;
import org.campanile.access.Condition;
import org.campanile.access.EntryName;
import org.campanile.http.Network;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;
import org.campanile.service.Service;
import org.campanile.web.attribute.ReleaseRuleProperties;
import org.campanile.web.config.Faults;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * An access rule. Entries of one kind are alternatives, and all kinds that are given must
 * match. A list or map that is written and empty is a fault.
 *
 * @param name its name where decisions are shown, of 64 characters at most; without it
 * {@code rule} with its number, counted from 1
 * @param effect {@code permit}, {@code deny}, or {@code step-up}, which demands one of
 * the classes or an authentication no older than the age, and grants nothing itself
 * @param protocols the protocols it applies to, such as {@code saml}, {@code cas}
 * @param services the services it applies to, by id; without any, all
 * @param servicesMatching a regular expression for further ids, in RE2 syntax, matched as
 * a whole
 * @param categories entity categories of further services: a name such as
 * {@code research-and-scholarship}, or a URI
 * @param registrars registrars of further services: the URI that metadata states as
 * {@code registrationAuthority}
 * @param hosts hosts of gated pages; {@code *.example.edu} for all below a domain
 * @param paths paths of gated pages, each with all below it
 * @param pathsMatching a regular expression for further paths, matched as a whole
 * @param methods HTTP methods of requests for gated pages
 * @param attributes attributes with the values of which the user must have one each
 * @param attributesMatching attributes with a regular expression that a value must match
 * as a whole
 * @param groups groups of which the user must be in one
 * @param affiliations affiliations of which the user must have one
 * @param units distinguished names of which the user's entry must be below one
 * @param networks addresses and CIDR ranges of clients
 * @param days days of the week
 * @param from the beginning on these days
 * @param to the end; on the next day if it is earlier than the beginning
 * @param classes authentication context classes: a condition, or what a step-up demands
 * @param maxAge how old the authentication may be, for a step-up
 * @param missing the access that a denied user lacks, in words
 * @param contact the contact for such a user: a mail address or the URL of an https page
 * @param basic whether it also permits programs, which send a username and a password
 * with each request for a gated page
 * @param unequipped the treatment of users who have enrolled no factor that a step-up
 * demands: {@code enrol} at the login if nothing is given, {@code refuse}, or
 * {@code permit}
 * @param graceUntil the time until which users may postpone enrolling, as an instant such
 * as 2027-03-01T00:00:00Z
 */
public record AccessRuleProperties(@Nullable String name, @DefaultValue("permit") Effect effect,
		@Nullable List<String> protocols, @Nullable List<String> services, @Nullable String servicesMatching,
		@Nullable List<String> categories, @Nullable List<String> registrars, @Nullable List<String> hosts,
		@Nullable List<String> paths, @Nullable String pathsMatching, @Nullable List<String> methods,
		@Nullable Map<String, List<String>> attributes, @Nullable Map<String, String> attributesMatching,
		@Nullable List<String> groups, @Nullable List<String> affiliations, @Nullable List<String> units,
		@Nullable List<String> networks, @Nullable List<String> days, @Nullable String from, @Nullable String to,
		@Nullable List<String> classes, @Nullable Duration maxAge, @Nullable String missing, @Nullable String contact,
		@DefaultValue("false") boolean basic, Decision.StepUp.@Nullable Unequipped unequipped,
		@Nullable Instant graceUntil) {

	/**
	 * The longest name, in characters. The name of a rule that demands a login for a
	 * gated page is in the address of the login, and those of rules that spare a user are
	 * in the gate's cookie, which is 4 KB at most.
	 */
	private static final int MAX_NAME = 64;

	private static final Duration SHORTEST_AGE = Duration.ofMinutes(1);

	/**
	 * Matches paths in the form in which pages are compared: decoded, without dot
	 * segments.
	 */
	private static final Pattern PATH = Pattern.compile("(?!.*(//|/\\.\\.?(/|$)))/[^%;?#\\\\]*");

	/** The effect of a rule. */
	public enum Effect {

		PERMIT, DENY, STEP_UP

	}

	/**
	 * The settings shared by all rules.
	 *
	 * @param groupAttribute the attribute with groups
	 * @param affiliationAttribute the attribute with affiliations
	 * @param zone the time zone of times
	 * @param attributeIds the ids of all defined attributes; empty if they are not known
	 */
	public record Common(String groupAttribute, String affiliationAttribute, ZoneId zone,
			Optional<Set<String>> attributeIds) {
	}

	/**
	 * The rule.
	 * @param key the prefix of its keys, for faults
	 * @param unnamed its name if it has none of its own
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	public AccessRule rule(String key, String unnamed, Common common) {
		if (name != null && name.length() > MAX_NAME) {
			throw new IllegalArgumentException(key + ".name: has " + name.length() + " characters; give " + MAX_NAME
					+ " at most, so that the cookies and addresses that name rules stay short");
		}
		String rule = name == null ? unnamed : name;
		if (basic && effect != Effect.PERMIT) {
			throw new IllegalArgumentException(
					key + ".basic: only a rule that permits can let programs in; remove it, or make it a permit");
		}
		return new AccessRule(rule, scope(key), conditions(key, common), decision(key, rule), basic);
	}

	/**
	 * Reports a name that another rule has. Users are spared from rules by their names.
	 * @param names those of the rules before it, to which its own is added
	 */
	public void requireOwnName(String key, String unnamed, Set<String> names, Faults faults) {
		String own = name == null ? unnamed : name;
		if (!names.add(own)) {
			faults.add(key + ".name: '" + own + "' is the name of another rule, too; give each rule its own");
		}
	}

	/**
	 * Whether the rule applies to a service as a whole; false if the rule cannot be read.
	 */
	public boolean mayConcern(String key, Service service) {
		try {
			return scope(key).matches(new AccessPolicy.Target(service, null, ""));
		}
		catch (IllegalArgumentException ex) {
			// A fault of its own.
			return false;
		}
	}

	private AccessRule.Scope scope(String key) {
		if (protocols != null && protocols.contains("*")) {
			throw new IllegalArgumentException(
					key + ".protocols: '*' is no protocol; remove protocols, and the rule applies to all");
		}
		ServiceMatcher given = ReleaseRuleProperties.serviceMatcher(key, entries(key + ".services", services),
				servicesMatching, entries(key + ".categories", categories), entries(key + ".registrars", registrars));
		ServiceMatcher matcher = given.isEmpty() ? ServiceMatcher.EVERY : given;
		List<String> prefixes = entries(key + ".paths", paths);
		prefixes.forEach(path -> {
			if (!PATH.matcher(path).matches()) {
				throw new IllegalArgumentException(key + ".paths: '" + path
						+ "' never matches; write a path such as '/staff/my files', without escapes and parameters");
			}
		});
		return new AccessRule.Scope(
				entries(key + ".protocols", protocols).stream().map(ProtocolId::new).collect(Collectors.toSet()),
				matcher,
				entries(key + ".hosts", hosts).stream().map(host -> host(key, host)).collect(Collectors.toSet()),
				prefixes, ReleaseRuleProperties.patterns(key + ".paths-matching", pathsMatching),
				entries(key + ".methods", methods).stream()
					.map(method -> method(key, method))
					.collect(Collectors.toSet()));
	}

	/** The entries of a list; none if it is not written. */
	private static List<String> entries(String key, @Nullable List<String> given) {
		if (given == null) {
			return List.of();
		}
		requireSome(key, given.isEmpty());
		return given;
	}

	private static <T> Map<String, T> entries(String key, @Nullable Map<String, T> given) {
		if (given == null) {
			return Map.of();
		}
		requireSome(key, given.isEmpty());
		return given;
	}

	/**
	 * If what is written and empty counted as not written, a rule whose last entry was
	 * removed would apply to everybody.
	 */
	private static void requireSome(String key, boolean empty) {
		if (empty) {
			throw new IllegalArgumentException(key + ": it is empty, so nothing could match; give some, or remove it");
		}
	}

	private static String host(String key, String host) {
		String lower = host.toLowerCase(Locale.ROOT);
		String plain = lower.startsWith("*.") ? lower.substring(1) : lower;
		if (!plain.matches("\\.?[a-z0-9-]+(\\.[a-z0-9-]+)*")) {
			throw new IllegalArgumentException(
					key + ".hosts: '" + host + "' is no host such as www.example.edu or *.example.edu");
		}
		return plain;
	}

	private static String method(String key, String method) {
		String upper = method.toUpperCase(Locale.ROOT);
		if (!upper.matches("[A-Z][A-Z-]*")) {
			throw new IllegalArgumentException(key + ".methods: '" + method
					+ "' is no method such as POST; without methods the rule applies to all");
		}
		return upper;
	}

	private List<Condition> conditions(String key, Common common) {
		List<Condition> conditions = new ArrayList<>();
		Map<String, List<String>> named = entries(key + ".attributes", attributes);
		named.forEach((id, values) -> {
			if (values.isEmpty()) {
				throw new IllegalArgumentException(
						key + ".attributes." + id + ": it names no value, so nobody has one; give some, or remove it");
			}
		});
		named.forEach((id, values) -> conditions
			.add(new Condition.HasValue(known(key + ".attributes", id, common), Set.copyOf(values), List.of())));
		entries(key + ".attributes-matching", attributesMatching).forEach(
				(id, pattern) -> conditions.add(new Condition.HasValue(known(key + ".attributes-matching", id, common),
						Set.of(), ReleaseRuleProperties.patterns(key + ".attributes-matching." + id, pattern))));
		if (groups != null) {
			conditions.add(new Condition.HasValue(known(key + ".groups", common.groupAttribute(), common),
					new HashSet<>(entries(key + ".groups", groups)), List.of()));
		}
		if (affiliations != null) {
			conditions.add(new Condition.HasValue(known(key + ".affiliations", common.affiliationAttribute(), common),
					new HashSet<>(entries(key + ".affiliations", affiliations)), List.of()));
		}
		if (units != null) {
			known(key + ".units", Condition.InUnit.ENTRY, common);
			conditions.add(new Condition.InUnit(
					entries(key + ".units", units).stream().map(unit -> unit(key, unit)).toList()));
		}
		if (networks != null) {
			conditions.add(new Condition.FromNetwork(entries(key + ".networks", networks).stream()
				.map(network -> parsed(key + ".networks", network, "an address or CIDR range such as 10.0.0.0/8",
						() -> Network.of(network)))
				.toList()));
		}
		if (days != null || from != null || to != null) {
			conditions.add(during(key, common.zone()));
		}
		if (classes != null && effect != Effect.STEP_UP) {
			conditions.add(new Condition.Authenticated(entries(key + ".classes", classes)));
		}
		return conditions;
	}

	private Condition during(String key, ZoneId zone) {
		Set<DayOfWeek> on = entries(key + ".days", days).stream()
			.map(day -> parsed(key + ".days", day, "a day such as monday",
					() -> DayOfWeek.valueOf(day.toUpperCase(Locale.ROOT))))
			.collect(Collectors.toSet());
		return new Condition.During(on, time(key + ".from", from), time(key + ".to", to), zone);
	}

	private static LocalTime time(String key, @Nullable String text) {
		return text == null ? LocalTime.MIDNIGHT
				: parsed(key, text, "a time such as \"08:00\", in quotes", () -> LocalTime.parse(text));
	}

	private static EntryName unit(String key, String text) {
		return EntryName.of(text)
			.orElseThrow(() -> new IllegalArgumentException(
					key + ".units: '" + text + "' is no distinguished name such as ou=physics,dc=example,dc=edu"));
	}

	private static <T> T parsed(String key, String text, String form, Supplier<T> parser) {
		try {
			return parser.get();
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException(key + ": '" + text + "' cannot be read; give " + form, ex);
		}
	}

	private static String known(String key, String id, Common common) {
		common.attributeIds().filter(ids -> !ids.contains(id)).ifPresent(ids -> {
			if (id.equals(Condition.InUnit.ENTRY)) {
				throw new IllegalArgumentException(key + ": needs the name of the user's entry as an attribute; write "
						+ "campanile.attributes.definitions.entryDN.type: simple");
			}
			Faults.requireAttribute(key, id, ids);
		});
		return id;
	}

	private Decision decision(String key, String rule) {
		if (contact != null && !contact.matches("https://\\S+|mailto:\\S+@\\S+|[^\\s:@]+@[^\\s:@]+")) {
			throw new IllegalArgumentException(
					key + ".contact: '" + contact + "' is neither a mail address nor the URL of an https page");
		}
		if (maxAge != null && effect != Effect.STEP_UP) {
			throw new IllegalArgumentException(key + ".max-age: would do nothing, as only a step-up demands an age; "
					+ "write a rule with effect: step-up before this one");
		}
		if ((unequipped != null || graceUntil != null) && effect != Effect.STEP_UP) {
			throw new IllegalArgumentException(key + (unequipped == null ? ".grace-until" : ".unequipped")
					+ ": would do nothing, as only a step-up demands a factor; remove it");
		}
		if (graceUntil != null && unequipped != null && unequipped != Decision.StepUp.Unequipped.ENROL) {
			throw new IllegalArgumentException(
					key + ".grace-until: only enrolling can be put off; remove it, or write unequipped: enrol");
		}
		return switch (effect) {
			case PERMIT -> new Decision.Permit(rule);
			case DENY -> new Decision.Deny(rule, missing, contact);
			case STEP_UP -> {
				List<String> demanded = entries(key + ".classes", classes);
				if (demanded.isEmpty() && maxAge == null) {
					throw new IllegalArgumentException(
							key + ".effect: a step-up demands something; give classes, or a max-age");
				}
				if (maxAge != null && maxAge.compareTo(SHORTEST_AGE) < 0) {
					throw new IllegalArgumentException(key + ".max-age: must be at least a minute, or users would be "
							+ "asked again and again; write one such as 15m");
				}
				yield new Decision.StepUp(rule, demanded, maxAge,
						unequipped == null ? Decision.StepUp.Unequipped.ENROL : unequipped, graceUntil);
			}
		};
	}

}
