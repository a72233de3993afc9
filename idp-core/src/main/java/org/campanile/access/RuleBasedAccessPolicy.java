package org.campanile.access;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.Service;

/**
 * Decides by rules: those that the service itself brings come before those for all. What
 * none speaks of is permitted or denied by its protocol. Thread-safe.
 */
public final class RuleBasedAccessPolicy implements AccessPolicy {

	/** The decision's name if no rule applies. */
	public static final String NO_RULE = "no rule";

	private final List<OwnRules> own;

	private final AccessRules rules;

	private final Set<ProtocolId> closed;

	private final InstantSource clock;

	/** Rules that services bring along. Thread-safe. */
	@FunctionalInterface
	public interface OwnRules {

		/** Those of that service; {@link AccessRules#NONE} if it has none. */
		AccessRules of(Service service);

	}

	/**
	 * @param own those of services, asked in order
	 * @param rules those for all
	 * @param closed the protocols by which nothing may be used that no rule permits
	 */
	public RuleBasedAccessPolicy(List<? extends OwnRules> own, AccessRules rules, Set<ProtocolId> closed,
			InstantSource clock) {
		this.own = List.copyOf(own);
		this.rules = rules;
		this.closed = Set.copyOf(closed);
		this.clock = clock;
	}

	/**
	 * What would be decided about a user of whom it is not known when, where and how they
	 * sign in.
	 *
	 * @param effect {@code permit}, {@code deny} or {@code step-up}
	 * @param rule the rule that decides
	 * @param missing which access is missing, for {@code deny}; null if the rule does not
	 * say
	 * @param contact whom to ask, for {@code deny}; null if the rule does not say
	 * @param reasons why, and which other rules come before it under which conditions
	 */
	public record Explained(String effect, String rule, @Nullable String missing, @Nullable String contact,
			List<String> reasons) {

		public Explained {
			reasons = List.copyOf(reasons);
		}

	}

	/** Explains a decision; the conditions that depend on the sign-on are named. */
	public Explained explain(Target target, Subject subject) {
		List<String> reasons = new ArrayList<>();
		Optional<AccessRule> decides = Stream
			.concat(own.stream().map(source -> source.of(target.service())), Stream.of(rules))
			.flatMap(some -> some.first(target, rule -> decides(rule, subject, reasons)).rule().stream())
			.findFirst();
		if (decides.isEmpty()) {
			boolean closed = this.closed.contains(target.service().protocol());
			reasons.add("what no rule speaks of is " + (closed ? "denied" : "permitted") + " to services of "
					+ target.service().protocol());
			return new Explained(closed ? "deny" : "permit", NO_RULE, null, null, reasons);
		}
		String name = decides.get().name();
		return switch (decides.get().effect()) {
			case AccessRule.Effect.Permit permit -> new Explained("permit", name, null, null, reasons);
			case AccessRule.Effect.Deny deny ->
				new Explained("deny", name, deny.missing(), deny.contact(), reasons);
			case AccessRule.Effect.StepUp stepUp -> {
				reasons.add("demanded: " + new Condition.Authenticated(stepUp.classes(), stepUp.maxAge()));
				yield new Explained("step-up", name, null, null, reasons);
			}
		};
	}

	private static boolean decides(AccessRule rule, Subject subject, List<String> reasons) {
		AccessRule.Applicability applicability = rule.applicability(subject);
		String reason = applicability.reason();
		if (applicability.applies().isEmpty()) {
			reasons.add("\"" + rule.name() + "\" (" + rule.effect().word() + ") comes first if " + reason);
			return false;
		}
		boolean applies = applicability.applies().get();
		reasons.add("\"" + rule.name() + "\" (" + rule.effect().word() + ") "
				+ (applies ? reason.isEmpty() ? "applies to everybody" : "applies: " + reason
						: "does not apply: " + reason));
		return applies;
	}

	@Override
	public Decision decide(Target target, Subject subject) {
		Instant now = clock.instant();
		for (OwnRules source : own) {
			Optional<AccessRule> rule = source.of(target.service()).match(target, subject, now);
			if (rule.isPresent()) {
				return rule.get().effect().decide(rule.get().name(), subject, now);
			}
		}
		return rules.match(target, subject, now)
			.map(rule -> rule.effect().decide(rule.name(), subject, now))
			.orElseGet(() -> closed.contains(target.service().protocol()) ? new Decision.Deny(NO_RULE, null, null)
					: new Decision.Permit(NO_RULE));
	}

}
