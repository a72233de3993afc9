package org.campanile.web.access;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.attribute.ValuePattern;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;
import org.campanile.service.Service;
import org.campanile.web.attribute.ReleaseRuleProperties;
import org.campanile.web.config.Faults;

/**
 * One rule about who may use what; also of a single service, where it names no services.
 *
 * @param name its name in audit lines and explanations; without it {@code access rule}
 * with its number, counted from 1
 * @param effect what follows if it applies
 * @param protocols the protocols whose services it speaks of, such as {@code saml},
 * {@code cas} or {@code gate}; all without it
 * @param services the services it speaks of, by id; {@code *} for all, as without any
 * @param servicesMatching a regular expression for further ids, in RE2 syntax, matched as
 * a whole
 * @param categories entity categories of further services
 * @param hosts host names of pages behind the gate, {@code *.} before one for all below it
 * @param paths paths of pages behind the gate, with all that is below them
 * @param pathsMatching a regular expression for further paths, in RE2 syntax, matched as
 * a whole
 * @param methods HTTP methods of requests for pages behind the gate
 * @param when to whom it applies; to everybody without it
 * @param unless to whom it does not apply all the same
 * @param missing for {@code deny}: which access is missing, in words for the user
 * @param missingIn the same in other languages, by language tag
 * @param contact for {@code deny}: whom to ask, an address of mail or of a page
 * @param stepUpClasses for {@code step-up}: authentication context classes, of which one,
 * or a stronger one, must be satisfied
 * @param stepUpMaxAge for {@code step-up}: how old the authentication may be
 */
public record AccessRuleProperties(@Nullable String name, @Nullable Effect effect, @DefaultValue List<String> protocols,
		@DefaultValue List<String> services, @Nullable String servicesMatching, @DefaultValue List<String> categories,
		@DefaultValue List<String> hosts, @DefaultValue List<String> paths, @Nullable String pathsMatching,
		@DefaultValue List<String> methods, @Nullable ConditionProperties when, @Nullable ConditionProperties unless,
		@Nullable String missing, @DefaultValue Map<String, String> missingIn, @Nullable String contact,
		@DefaultValue List<String> stepUpClasses, @Nullable Duration stepUpMaxAge) {

	private static final String ALL = "*";

	/** In characters; a page has room for no more, and it travels in links. */
	private static final int LONGEST_TEXT = 500;

	private static final Duration SHORTEST_AGE = Duration.ofMinutes(1);

	/** What follows. */
	public enum Effect {

		/** The user may. */
		PERMIT,
		/** The user may not. */
		DENY,
		/** The user must have signed in so. */
		STEP_UP

	}

	/**
	 * The rule of the core.
	 * @param key the key of this rule
	 * @param number its number, counted from 1
	 * @throws IllegalArgumentException if it is malformed; the message begins with the
	 * key
	 */
	AccessRule rule(String key, int number, ConditionProperties.Common common) {
		return rule(key, "access rule " + number, matcher(key), protocolIds(), common);
	}

	/**
	 * The rule of one service.
	 * @throws IllegalArgumentException if it is malformed, or names services itself; the
	 * message begins with the key
	 */
	AccessRule ruleOf(Service service, String key, int number, ConditionProperties.Common common) {
		if (!protocols.isEmpty() || !services.isEmpty() || servicesMatching != null || !categories.isEmpty()) {
			throw new IllegalArgumentException(key + ": it is of one service; remove protocols, services, "
					+ "services-matching and categories, or write it in campanile.access.rules");
		}
		return rule(key, service.id() + " rule " + number,
				new ServiceMatcher(false, Set.of(service.id()), List.of(), Set.of()), Set.of(service.protocol()),
				common);
	}

	private AccessRule rule(String key, String defaultName, ServiceMatcher matcher, Set<ProtocolId> ofProtocols,
			ConditionProperties.Common common) {
		AccessRule rule = new AccessRule(name != null ? name : defaultName, ofProtocols, matcher, pages(key),
				when == null ? List.of() : when.conditions(key + ".when", common),
				unless == null ? List.of() : unless.conditions(key + ".unless", common), effect(key));
		if (AccessRules.combinations(rule) > AccessRules.MAX_COMBINATIONS) {
			throw new IllegalArgumentException(key + ": it has more than " + AccessRules.MAX_COMBINATIONS
					+ " combinations of services, hosts and paths; make several rules of it");
		}
		return rule;
	}

	/** Checks everything but the services and protocols. */
	void check(String key, ConditionProperties.Common common, Optional<Set<String>> attributeIds, Faults faults) {
		faults.check(() -> pages(key));
		faults.check(() -> effect(key));
		if (when != null) {
			when.check(key + ".when", common, attributeIds, faults);
		}
		if (unless != null) {
			unless.check(key + ".unless", common, attributeIds, faults);
		}
	}

	void checkServices(String key, Faults faults) {
		faults.check(() -> matcher(key));
	}

	private Set<ProtocolId> protocolIds() {
		return protocols.stream().map(ProtocolId::new).collect(Collectors.toSet());
	}

	private ServiceMatcher matcher(String key) {
		Set<String> ids = new HashSet<>(services);
		boolean every = ids.remove(ALL) || services.isEmpty() && servicesMatching == null && categories.isEmpty();
		Set<String> uris = new HashSet<>();
		categories
			.forEach(category -> uris.addAll(ReleaseRuleProperties.categoryUris(key + ".categories", category)));
		return new ServiceMatcher(every, ids, pattern(key + ".services-matching", servicesMatching), uris);
	}

	private AccessRule.Pages pages(String key) {
		hosts.forEach(host -> require(host.toLowerCase(Locale.ROOT).matches("(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:\\[\\].]+"),
				key + ".hosts: '" + host + "' is no host; write one such as www.example.edu or \"*.example.edu\", "
						+ "without scheme and port"));
		paths.forEach(path -> require(
				path.startsWith("/") && !path.contains("//") && !path.contains("?") && !path.contains("*")
						&& !path.matches(".*/\\.{1,2}(/.*)?"),
				key + ".paths: '" + path + "' is no beginning of a path; write one such as /private, "
						+ "and patterns in paths-matching"));
		methods.forEach(method -> require(method.matches("[A-Za-z-]+"),
				key + ".methods: '" + method + "' is no HTTP method; write one such as GET"));
		return new AccessRule.Pages(Set.copyOf(methods), Set.copyOf(hosts), Set.copyOf(paths),
				pattern(key + ".paths-matching", pathsMatching));
	}

	private AccessRule.Effect effect(String key) {
		if (effect == null) {
			throw new IllegalArgumentException(key + ".effect: missing; write permit, deny or step-up");
		}
		require(effect == Effect.DENY || missing == null && missingIn.isEmpty() && contact == null,
				key + ".missing, .contact: they are for effect: deny alone; remove them");
		require(effect == Effect.STEP_UP || stepUpClasses.isEmpty() && stepUpMaxAge == null,
				key + ".step-up-classes, .step-up-max-age: they are for effect: step-up alone; remove them, or write "
						+ "authn-classes or authn-max-age below when");
		return switch (effect) {
			case PERMIT -> new AccessRule.Effect.Permit();
			case DENY -> deny(key);
			case STEP_UP -> {
				require(!stepUpClasses.isEmpty() || stepUpMaxAge != null,
						key + ".step-up-classes: missing; give some, or step-up-max-age");
				require(stepUpMaxAge == null || stepUpMaxAge.compareTo(SHORTEST_AGE) >= 0,
						key + ".step-up-max-age: must be at least a minute, or users would be asked again and again; "
								+ "write one such as 15m");
				yield new AccessRule.Effect.StepUp(stepUpClasses, stepUpMaxAge);
			}
		};
	}

	private AccessRule.Effect deny(String key) {
		missingIn.forEach((language, text) -> require(
				language.matches("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*") && text.length() <= LONGEST_TEXT,
				key + ".missing-in: '" + language + "' is no language tag, or its text has more than " + LONGEST_TEXT
						+ " characters; write one such as de"));
		require(missing == null || missing.length() <= LONGEST_TEXT,
				key + ".missing: longer than " + LONGEST_TEXT + " characters; shorten it");
		require(contact == null || isContact(contact),
				key + ".contact: '" + contact + "' is neither an address of mail nor one that begins with https://");
		return new AccessRule.Effect.Deny(missing, contact,
				missingIn.entrySet()
					.stream()
					.collect(Collectors.toMap(text -> text.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue)));
	}

	private static boolean isContact(String text) {
		if (text.length() > LONGEST_TEXT) {
			return false;
		}
		if (text.matches("[^\\s@:/?&#<>\"]+@[A-Za-z0-9.-]+")) {
			return true;
		}
		try {
			URI uri = URI.create(text);
			return ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme())) && uri.getHost() != null;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static void require(boolean condition, String fault) {
		if (!condition) {
			throw new IllegalArgumentException(fault);
		}
	}

	private static List<ValuePattern> pattern(String key, @Nullable String regex) {
		return regex == null ? List.of() : List.of(Faults.named(key, () -> ValuePattern.of(regex)));
	}

}
