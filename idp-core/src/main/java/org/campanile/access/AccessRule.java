package org.campanile.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessPolicy.Subject;
import org.campanile.attribute.ValuePattern;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;

/**
 * One rule: these users may, or may not, use these services or pages.
 *
 * @param name names it in decisions
 * @param protocols the protocols whose services it speaks of; empty for all
 * @param services the services it speaks of
 * @param pages the pages it speaks of
 * @param when all of these must hold
 * @param unless if there are any, not all of these may hold
 * @param effect what follows
 */
public record AccessRule(String name, Set<ProtocolId> protocols, ServiceMatcher services, Pages pages,
		List<Condition> when, List<Condition> unless, Effect effect) {

	public AccessRule {
		protocols = Set.copyOf(protocols);
		when = List.copyOf(when);
		unless = List.copyOf(unless);
	}

	/** Whether it applies to that user, who uses what it speaks of. */
	boolean appliesTo(Subject subject, String address, Instant now) {
		return Condition.all(when, subject, address, now)
				&& (unless.isEmpty() || !Condition.all(unless, subject, address, now));
	}

	/**
	 * Why it does or does not apply to a user of whom it is not known when, where and how
	 * they sign in.
	 *
	 * @param applies empty if it depends on that
	 * @param reason in words; empty if it applies to everybody
	 */
	record Applicability(Optional<Boolean> applies, String reason) {
	}

	/** Whether it applies to that user, as far as that depends on who it is. */
	Applicability applicability(Subject subject) {
		Optional<Condition> lacking = lacking(when, subject);
		if (lacking.isPresent()) {
			return new Applicability(Optional.of(false), "not: " + lacking.get());
		}
		Stream<String> open = when.stream().filter(Condition::isSituational).map(Condition::toString);
		if (!unless.isEmpty() && lacking(unless, subject).isEmpty()) {
			if (unless.stream().noneMatch(Condition::isSituational)) {
				return new Applicability(Optional.of(false), words(unless.stream().map(Condition::toString)));
			}
			open = Stream.concat(open, Stream
				.of("not: " + words(unless.stream().filter(Condition::isSituational).map(Condition::toString))));
		}
		String depends = words(open);
		if (!depends.isEmpty()) {
			return new Applicability(Optional.empty(), depends);
		}
		return new Applicability(Optional.of(true), words(Stream.concat(when.stream().map(Condition::toString),
				unless.isEmpty() ? Stream.of() : Stream.of("not: " + lacking(unless, subject).orElseThrow()))));
	}

	private static Optional<Condition> lacking(List<Condition> conditions, Subject subject) {
		return conditions.stream()
			.filter(condition -> !condition.isSituational() && !condition.holds(subject, "", Instant.EPOCH))
			.findFirst();
	}

	private static String words(Stream<String> conditions) {
		return conditions.collect(Collectors.joining(", and "));
	}

	/**
	 * Pages, for protocols that decide about each. A rule that names some does not apply
	 * to a sign-on to a whole service.
	 *
	 * @param methods in upper case; empty for all
	 * @param hosts in lower case, {@code *.} before a name for all below it; empty for
	 * all
	 * @param prefixes of paths, each beginning with a slash and ending with a segment:
	 * {@code /a} is {@code /a} and {@code /a/b}, and not {@code /ab}
	 * @param patterns of further paths, matched as a whole; all paths if there are
	 * neither prefixes nor patterns
	 */
	public record Pages(Set<String> methods, Set<String> hosts, Set<String> prefixes, List<ValuePattern> patterns) {

		/** Every page, and services as a whole. */
		public static final Pages EVERY = new Pages(Set.of(), Set.of(), Set.of(), List.of());

		public Pages {
			methods = methods.stream().map(text -> text.toUpperCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
			hosts = hosts.stream().map(text -> text.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
			prefixes = prefixes.stream()
				.map(text -> text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
				.collect(Collectors.toUnmodifiableSet());
			patterns = List.copyOf(patterns);
		}

	}

	/** What follows from a rule. */
	public sealed interface Effect {

		/** The decision about a user that the rule applies to. */
		Decision decide(String rule, Subject subject, Instant now);

		/** Its name in the configuration. */
		default String word() {
			return switch (this) {
				case Permit permit -> "permit";
				case Deny deny -> "deny";
				case StepUp stepUp -> "step-up";
			};
		}

		/** The user may. */
		record Permit() implements Effect {

			@Override
			public Decision decide(String rule, Subject subject, Instant now) {
				return new Decision.Permit(rule);
			}

		}

		/** The user may not. Components as of {@link Decision.Deny}. */
		record Deny(@Nullable String missing, @Nullable String contact,
				Map<String, String> translations) implements Effect {

			public Deny {
				translations = Map.copyOf(translations);
			}

			@Override
			public Decision decide(String rule, Subject subject, Instant now) {
				return new Decision.Deny(rule, missing, contact, translations);
			}

		}

		/**
		 * The user may with such an authentication. Components as of
		 * {@link Decision.StepUp}.
		 */
		record StepUp(List<String> classes, @Nullable Duration maxAge) implements Effect {

			public StepUp {
				classes = List.copyOf(classes);
			}

			@Override
			public Decision decide(String rule, Subject subject, Instant now) {
				return new Condition.Authenticated(classes, maxAge).holds(subject, "", now) ? new Decision.Permit(rule)
						: new Decision.StepUp(rule, classes, maxAge);
			}

		}

	}

}
