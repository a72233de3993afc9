package org.campanile.access;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
