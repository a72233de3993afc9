package org.campanile.signon;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
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

	/** A password over TLS (SAML AuthnContext 3.4.2), and the REFEDS MFA profile. */
	public static final AuthnContexts DEFAULTS = new AuthnContexts(List.of(
			new Definition(AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT, List.of(Combination.of("password"))),
			new Definition("https://refeds.org/profile/mfa", List.of(Combination.of("password + *")))));

	private final List<Definition> byStrength;

	private final AuthnContextMatcher matcher;

	/**
	 * @param byStrength the weakest first
	 */
	public AuthnContexts(List<Definition> byStrength) {
		this.byStrength = List.copyOf(byStrength);
		this.matcher = new AuthnContextMatcher(byStrength.stream().map(Definition::contextClass).toList());
	}

	/**
	 * A class and what satisfies it.
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
		 * One factor.
		 *
		 * @param kind its kind; empty for any that no other part names
		 * @param trait the trait that it must have; empty for none
		 */
		public record Part(Optional<FactorKind> kind, Optional<Factor.Trait> trait) {

			boolean accepts(Factor factor) {
				return kind.filter(named -> !named.equals(factor.kind())).isEmpty()
						&& trait.filter(needed -> !factor.traits().contains(needed)).isEmpty();
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
			// Named kinds first, so that * takes what they leave.
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
		 * The time of the oldest of the factors that satisfy it, each by its newest
		 * proof; empty if they do not.
		 */
		private Optional<Instant> satisfiedAt(List<Factor> proven) {
			Instant oldest = Instant.MAX;
			Set<FactorKind> used = new HashSet<>();
			for (Part part : parts) {
				Optional<Factor> factor = proven.stream()
					.filter(each -> part.accepts(each) && !used.contains(each.kind()))
					.max(Comparator.comparing(Factor::at));
				if (factor.isEmpty()) {
					return Optional.empty();
				}
				used.add(factor.get().kind());
				oldest = factor.get().at().isBefore(oldest) ? factor.get().at() : oldest;
			}
			return Optional.of(oldest);
		}

		/** The parts that these factors leave open. */
		private List<Part> open(List<Factor> proven) {
			List<Part> open = new ArrayList<>();
			Set<FactorKind> used = new HashSet<>();
			for (Part part : parts) {
				Optional<Factor> factor = proven.stream()
					.filter(each -> part.accepts(each) && !used.contains(each.kind()))
					.findFirst();
				factor.ifPresentOrElse(each -> used.add(each.kind()), () -> open.add(part));
			}
			return open;
		}

		/** The kinds that could be proven for an open part. */
		private Stream<FactorKind> candidates(Part part, List<Factor> proven, Collection<FactorKind> available) {
			return available.stream()
				.filter(kind -> part.kind().isPresent() ? part.kind().get().equals(kind)
						: proven.stream().noneMatch(factor -> factor.kind().equals(kind))
								&& parts.stream().noneMatch(other -> other.kind().filter(kind::equals).isPresent()));
		}

	}

	/**
	 * What an answer states of the authentication.
	 *
	 * @param contextClass the class
	 * @param at when the oldest of the factors that it rests on was proven
	 */
	public record Stated(String contextClass, Instant at) {
	}

	/**
	 * What to state for a user who has proven these factors: the class that was asked for
	 * if they satisfy it, and otherwise the strongest.
	 * @param requested what the service asked for; null for nothing
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
		for (Definition definition : byStrength.reversed()) {
			definition.combinations()
				.stream()
				.flatMap(combination -> combination.satisfiedAt(proven).stream())
				.max(Comparator.naturalOrder())
				.ifPresent(at -> result.add(new Stated(definition.contextClass(), at)));
		}
		return result;
	}

	/**
	 * The kinds of which one must be proven next to satisfy a request with as few further
	 * factors as possible, in the order of the configuration.
	 * @param available the kinds that can be proven at all
	 * @return empty if no further factor would do
	 */
	public List<FactorKind> missing(List<Factor> proven, @Nullable RequestedAuthnContext requested,
			Collection<FactorKind> available) {
		int fewest = Integer.MAX_VALUE;
		Set<FactorKind> next = new LinkedHashSet<>();
		for (Definition definition : byStrength) {
			if (matcher.match(definition.contextClass(), requested).isEmpty()) {
				continue;
			}
			for (Combination combination : definition.combinations()) {
				List<Combination.Part> open = combination.open(proven);
				if (open.isEmpty() || open.size() > fewest || open.stream()
					.anyMatch(part -> combination.candidates(part, proven, available).findAny().isEmpty())) {
					continue;
				}
				if (open.size() < fewest) {
					fewest = open.size();
					next.clear();
				}
				combination.candidates(open.getFirst(), proven, available).forEach(next::add);
			}
		}
		return List.copyOf(next);
	}

	/** Without the classes that these kinds of factors cannot satisfy. */
	AuthnContexts limitedTo(Collection<FactorKind> available) {
		return new AuthnContexts(byStrength.stream()
			.filter(definition -> definition.combinations()
				.stream()
				.anyMatch(combination -> combination.parts()
					.stream()
					.allMatch(part -> combination.candidates(part, List.of(), available).findAny().isPresent())))
			.toList());
	}

	/** Whether some authentication would satisfy the request. */
	boolean reachable(@Nullable RequestedAuthnContext requested) {
		return requested == null || matcher.reachable(requested);
	}

}
