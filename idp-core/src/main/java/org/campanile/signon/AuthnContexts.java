package org.campanile.signon;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;

/**
 * The authentication context classes that this server states, ordered by strength, and
 * which factors satisfy each (SAML Core 3.3.2.2.1, the {@code acr} of OpenID Connect).
 * Immutable.
 */
public final class AuthnContexts {

	public static final String REFEDS_MFA = "https://refeds.org/profile/mfa";

	/**
	 * The REFEDS SFA profile, a password over TLS (SAML AuthnContext 3.4.2), and the
	 * REFEDS MFA profile. A passkey is at least as strong as a password, and two factors
	 * if it has verified the user.
	 */
	public static final AuthnContexts DEFAULTS = new AuthnContexts(
			List.of(definition("https://refeds.org/profile/sfa", "password", "passkey"),
					definition(AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT, "password", "passkey"),
					definition(REFEDS_MFA, "password + *", "passkey (user-verified)")));

	private static Definition definition(String contextClass, String... combinations) {
		return new Definition(contextClass, Stream.of(combinations).map(Combination::of).toList());
	}

	/** The weakest first. */
	private final List<Definition> performable;

	private final AuthnContextMatcher matcher;

	/**
	 * @param byStrength the weakest first
	 */
	public AuthnContexts(List<Definition> byStrength) {
		this(byStrength, new AuthnContextMatcher(byStrength.stream().map(Definition::contextClass).toList()));
	}

	private AuthnContexts(List<Definition> performable, AuthnContextMatcher matcher) {
		this.performable = List.copyOf(performable);
		this.matcher = matcher;
	}

	/**
	 * A class and the combinations of factors that satisfy it.
	 *
	 * @param contextClass its URI
	 * @param combinations of factors, each of which suffices
	 */
	public record Definition(String contextClass, List<Combination> combinations) {

		public Definition {
			combinations = List.copyOf(combinations);
			if (contextClass.isBlank() || combinations.isEmpty()) {
				throw new IllegalArgumentException("a class needs a URI and the factors that satisfy it");
			}
		}

	}

	/**
	 * Factors of different kinds that are needed together.
	 */
	public record Combination(List<Part> parts) {

		private static final Pattern PART = Pattern
			.compile("\\s*(\\*|[a-z][a-z0-9-]*)\\s*(?:\\(\\s*([a-z-]+)\\s*\\))?\\s*");

		public Combination {
			parts = List.copyOf(parts);
		}

		/**
		 * A factor that a class requires.
		 *
		 * @param kind its kind; empty for any that no other part names
		 * @param trait the trait that it must have; empty for none
		 */
		public record Part(Optional<FactorKind> kind, Optional<Factor.Trait> trait) {

			/** A substitute for a factor must be named explicitly. */
			private boolean accepts(FactorKind other) {
				return kind.isPresent() ? kind.get().equals(other) : !other.isSubstitute();
			}

			boolean accepts(Factor factor) {
				return accepts(factor.kind()) && trait.filter(needed -> !factor.traits().contains(needed)).isEmpty();
			}

		}

		/**
		 * Reads a combination, such as {@code password + totp}, {@code password + *} or
		 * {@code webauthn (user-verified)}.
		 * @throws IllegalArgumentException if it is malformed
		 */
		public static Combination of(String text) {
			List<Part> parts = new ArrayList<>();
			for (String part : text.split("\\+", -1)) {
				Matcher matcher = PART.matcher(part);
				if (!matcher.matches()) {
					throw new IllegalArgumentException("'" + text + "' names no factors; give kinds such as password, "
							+ "joined by +, with * for any other kind");
				}
				parts.add(new Part(
						"*".equals(matcher.group(1)) ? Optional.empty() : Optional.of(new FactorKind(matcher.group(1))),
						trait(matcher.group(2))));
			}
			List<FactorKind> named = parts.stream().flatMap(part -> part.kind().stream()).toList();
			if (Set.copyOf(named).size() < named.size()) {
				throw new IllegalArgumentException("'" + text
						+ "' names a kind twice, and is never satisfied: the factors are of different kinds");
			}
			// Named kinds are asked for first.
			parts.sort(Comparator.comparing(part -> part.kind().isEmpty()));
			return new Combination(parts);
		}

		private static Optional<Factor.Trait> trait(@Nullable String code) {
			return code == null ? Optional.empty() : Optional.of(Stream.of(Factor.Trait.values())
				.filter(trait -> trait.code().equals(code))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("'" + code + "' is no trait of a factor; there are "
						+ Stream.of(Factor.Trait.values()).map(Factor.Trait::code).toList())));
		}

		/**
		 * Returns the time of the oldest of the newest factors that satisfy the class;
		 * empty if none satisfy it.
		 */
		private Optional<Instant> satisfiedAt(List<Factor> proven) {
			return satisfiedAt(parts, proven, Instant.MAX);
		}

		private static Optional<Instant> satisfiedAt(List<Part> parts, List<Factor> proven, Instant oldest) {
			if (parts.isEmpty()) {
				return Optional.of(oldest);
			}
			return proven.stream()
				.filter(parts.getFirst()::accepts)
				.flatMap(factor -> satisfiedAt(parts.subList(1, parts.size()), without(factor.kind(), proven),
						factor.at().isBefore(oldest) ? factor.at() : oldest)
					.stream())
				.max(Comparator.naturalOrder());
		}

		private static List<Factor> without(FactorKind kind, List<Factor> factors) {
			return factors.stream().filter(factor -> !factor.kind().equals(kind)).toList();
		}

		/**
		 * Returns the ways to satisfy the class with further factors: each the kinds to
		 * be proven, in the order of the parts they are for; empty if nothing is missing.
		 */
		private List<List<FactorKind>> ways(List<Factor> proven, Collection<FactorKind> available) {
			List<List<FactorKind>> ways = new ArrayList<>();
			addWays(0, Set.of(), List.of(), proven, available, ways);
			return ways;
		}

		private void addWays(int index, Set<FactorKind> used, List<FactorKind> further, List<Factor> proven,
				Collection<FactorKind> available, List<List<FactorKind>> ways) {
			if (index == parts.size()) {
				ways.add(further);
				return;
			}
			Part part = parts.get(index);
			proven.stream()
				.filter(factor -> part.accepts(factor) && !used.contains(factor.kind()))
				.map(Factor::kind)
				.distinct()
				.forEach(kind -> addWays(index + 1, plus(used, kind), further, proven, available, ways));
			candidates(part, proven, available).filter(kind -> !used.contains(kind)).forEach(kind -> {
				List<FactorKind> more = new ArrayList<>(further);
				more.add(kind);
				addWays(index + 1, plus(used, kind), List.copyOf(more), proven, available, ways);
			});
		}

		private static Set<FactorKind> plus(Set<FactorKind> kinds, FactorKind kind) {
			Set<FactorKind> more = new HashSet<>(kinds);
			more.add(kind);
			return more;
		}

		/** The kinds that could be proven for an open part. */
		private Stream<FactorKind> candidates(Part part, List<Factor> proven, Collection<FactorKind> available) {
			return available.stream()
				.filter(part::accepts)
				.filter(kind -> part.kind().isPresent()
						|| proven.stream().noneMatch(factor -> factor.kind().equals(kind))
								&& parts.stream().noneMatch(other -> other.kind().filter(kind::equals).isPresent()));
		}

	}

	/** The classes that these factors do not satisfy, the weakest first. */
	public List<String> beyond(List<Factor> proven) {
		return performable.stream()
			.filter(definition -> definition.combinations()
				.stream()
				.allMatch(combination -> combination.satisfiedAt(proven).isEmpty()))
			.map(Definition::contextClass)
			.toList();
	}

	/**
	 * The statement about the authentication in an answer.
	 *
	 * @param at when the oldest of the factors that it rests on was proven
	 */
	public record Stated(String contextClass, Instant at) {
	}

	/**
	 * Returns the statement for a user who has proven these factors: the class that was
	 * asked for if they satisfy it, otherwise the strongest.
	 * @param requested the service's request; null for none
	 * @return empty if the factors do not satisfy the request
	 */
	public Optional<Stated> state(List<Factor> proven, @Nullable RequestedAuthnContext requested) {
		List<Stated> satisfied = satisfied(proven);
		if (requested == null) {
			return satisfied.stream().findFirst();
		}
		if (requested.comparison() == RequestedAuthnContext.Comparison.EXACT) {
			return requested.classes()
				.stream()
				.map(wanted -> new RequestedAuthnContext(requested.comparison(), List.of(wanted)))
				.flatMap(wanted -> compared(satisfied, wanted).stream())
				.findFirst();
		}
		return compared(satisfied, requested);
	}

	private Optional<Stated> compared(List<Stated> satisfied, RequestedAuthnContext requested) {
		return satisfied.stream()
			.flatMap(performed -> matcher.match(performed.contextClass(), requested)
				.map(stated -> new Stated(stated, performed.at()))
				.stream())
			.findFirst();
	}

	/** The classes that these factors satisfy, the strongest first. */
	private List<Stated> satisfied(List<Factor> proven) {
		List<Stated> result = new ArrayList<>();
		for (Definition definition : performable.reversed()) {
			definition.combinations()
				.stream()
				.flatMap(combination -> combination.satisfiedAt(proven).stream())
				.max(Comparator.naturalOrder())
				.ifPresent(at -> result.add(new Stated(definition.contextClass(), at)));
		}
		return result;
	}

	/**
	 * Returns the kinds of which one must be proven next to satisfy a request with as few
	 * further factors as possible, in the order of the configuration.
	 * @param available the kinds that can be proven at all
	 * @return empty if no further factor would do
	 */
	public List<FactorKind> missing(List<Factor> proven, @Nullable RequestedAuthnContext requested,
			Collection<FactorKind> available) {
		List<List<FactorKind>> ways = new ArrayList<>();
		for (Definition definition : performable) {
			if (matcher.match(definition.contextClass(), requested).isPresent()) {
				definition.combinations()
					.stream()
					.map(combination -> combination.ways(proven, available))
					.filter(some -> some.stream().noneMatch(List::isEmpty))
					.forEach(ways::addAll);
			}
		}
		int fewest = ways.stream().mapToInt(List::size).min().orElse(0);
		return ways.stream().filter(way -> way.size() == fewest).map(List::getFirst).distinct().toList();
	}

	/**
	 * Returns a copy without the classes that these kinds of factors cannot satisfy; the
	 * others keep their ranks.
	 */
	AuthnContexts limitedTo(Collection<FactorKind> available) {
		return new AuthnContexts(performable.stream()
			.filter(definition -> definition.combinations()
				.stream()
				.anyMatch(combination -> !combination.ways(List.of(), available).isEmpty()))
			.toList(), matcher);
	}

	/** Whether a factor of that kind counts towards some class. */
	public boolean accept(FactorKind kind) {
		return performable.stream()
			.flatMap(definition -> definition.combinations().stream())
			.flatMap(combination -> combination.parts().stream())
			.anyMatch(part -> part.accepts(kind));
	}

	/** Whether some authentication would satisfy the request. */
	boolean reachable(@Nullable RequestedAuthnContext requested) {
		return matcher.reachable(requested, performable.stream().map(Definition::contextClass).toList());
	}

}
