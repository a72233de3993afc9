package org.campanile.access;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.campanile.access.Condition.HasValue;
import org.campanile.access.Condition.InUnit;
import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.protocol.ProtocolId;
import org.jspecify.annotations.Nullable;

/**
 * Decides by rules, in their order or the most specific first. Rules are indexed by what
 * they name (a service, a host, a path, a value of an attribute, a unit), so that many
 * cost no more than few: only those are examined that could apply. A service with its own
 * rules is decided by these alone. Immutable.
 */
public final class AccessRules implements AccessPolicy {

	/** The name of the decision if no rule applies. */
	public static final String NO_RULE = "no rule";

	private static final Subject NOBODY = new Subject("", ResolvedAttributes.NONE, authnClass -> false, Instant.EPOCH);

	private final List<AccessRule> rules;

	/**
	 * The positions of rules in their order, by the services, hosts and other things that
	 * they name.
	 */
	private final Map<String, List<Integer>> index = new HashMap<>();

	/** Positions of the rules that name nothing they can be found by. */
	private final List<Integer> general = new ArrayList<>();

	/**
	 * The rules that permit programs, without their conditions; null if there are none.
	 */
	private final @Nullable AccessRules offering;

	/** The values that conditions look for, by attribute; empty for all. */
	private final Map<String, Set<String>> namedValues = new HashMap<>();

	private final Set<String> deciding;

	/** The maximum number of slashes in the path prefix of a rule. */
	private final int depth;

	private final Set<ProtocolId> denying;

	private final InstantSource clock;

	/** The order in which rules are considered. */
	public enum Order {

		/**
		 * Rules count in the order in which they are written: the first that applies
		 * decides.
		 */
		FIRST_MATCH,
		/**
		 * The narrowest rule counts first: one that names the service before one for
		 * many; then the host, the longest path, the method, the number of conditions;
		 * then one that denies before one that demands more before one that permits; then
		 * as written.
		 */
		MOST_SPECIFIC

	}

	/**
	 * @param denying the protocols for whose services access is denied if no rule applies
	 */
	public AccessRules(List<AccessRule> rules, Order order, Set<ProtocolId> denying, InstantSource clock) {
		this.rules = order == Order.FIRST_MATCH ? List.copyOf(rules)
				: rules.stream()
					.sorted(Comparator.comparingLong((AccessRule rule) -> -rule.scope().specificity())
						.thenComparingInt(rule -> -rule.conditions().size())
						.thenComparingInt(rule -> switch (rule.decision()) {
							case Decision.Deny deny -> 0;
							case Decision.StepUp stepUp -> 1;
							case Decision.Permit permit -> 2;
						}))
					.toList();
		this.denying = Set.copyOf(denying);
		this.clock = clock;
		this.depth = rules.stream()
			.flatMap(rule -> rule.scope().paths().stream())
			.mapToInt(path -> (int) path.chars().filter(each -> each == '/').count())
			.max()
			.orElse(0);
		List<AccessRule> programs = rules.stream().filter(AccessRule::basic).map(AccessRule::unconditional).toList();
		this.offering = programs.isEmpty() ? null : new AccessRules(programs, Order.FIRST_MATCH, Set.of(), clock);
		index();
		this.rules.stream().flatMap(rule -> rule.conditions().stream()).forEach(this::name);
		this.deciding = this.rules.stream()
			.flatMap(rule -> rule.deciding().stream())
			.collect(Collectors.toUnmodifiableSet());
	}

	/** The {@linkplain AccessRule#deciding() deciding} attributes of all rules. */
	public Set<String> deciding() {
		return deciding;
	}

	/** Notes the values that are looked for; none for all of an attribute. */
	private void name(Condition condition) {
		if (condition instanceof InUnit) {
			namedValues.put(InUnit.ENTRY, Set.of());
		}
		if (condition instanceof HasValue has) {
			Set<String> before = namedValues.get(has.attribute());
			Set<String> values = new HashSet<>(has.values());
			if (before != null) {
				values.addAll(before);
			}
			boolean all = !has.patterns().isEmpty() || before != null && before.isEmpty();
			namedValues.put(has.attribute(), all ? Set.of() : values);
		}
	}

	/** Indexes each rule under the keys by which the fewest other rules are found. */
	private void index() {
		List<List<Set<String>>> choices = rules.stream().map(AccessRules::keys).toList();
		Map<String, Integer> uses = new HashMap<>();
		choices.forEach(choice -> choice.forEach(keys -> keys.forEach(key -> uses.merge(key, 1, Integer::sum))));
		for (int i = 0; i < rules.size(); i++) {
			int position = i;
			choices.get(i)
				.stream()
				.min(Comparator.comparingInt(keys -> keys.stream().mapToInt(uses::get).max().orElse(0)))
				.ifPresentOrElse(
						keys -> keys
							.forEach(key -> index.computeIfAbsent(key, each -> new ArrayList<>()).add(position)),
						() -> general.add(position));
		}
	}

	/**
	 * Returns the sets of keys. For the rule to apply, a request must have one key of
	 * each set.
	 */
	private static List<Set<String>> keys(AccessRule rule) {
		List<Set<String>> choices = new ArrayList<>();
		AccessRule.Scope scope = rule.scope();
		if (!scope.services().isEveryService() && scope.services().patterns().isEmpty()
				&& scope.services().categories().isEmpty() && scope.services().registrars().isEmpty()) {
			choices.add(prefixed("s ", scope.services().services()));
		}
		if (!scope.hosts().isEmpty()) {
			choices.add(prefixed("h ", scope.hosts()));
		}
		if (!scope.paths().isEmpty() && scope.pathPatterns().isEmpty()) {
			choices.add(prefixed("p ", scope.paths().stream().map(AccessRules::withoutSlash).toList()));
		}
		for (Condition condition : rule.conditions()) {
			switch (condition) {
				case HasValue has when has.patterns().isEmpty() ->
					choices.add(prefixed("a " + has.attribute() + ' ', has.values()));
				case InUnit in -> choices.add(prefixed("u ", in.units().stream().map(EntryName::key).toList()));
				default -> {
				}
			}
		}
		return choices;
	}

	private static Set<String> prefixed(String prefix, Collection<String> names) {
		Set<String> keys = new HashSet<>();
		names.forEach(name -> keys.add(prefix + name));
		return keys;
	}

	static String withoutSlash(String path) {
		return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
	}

	@Override
	public Decision decide(Target target, Subject subject) {
		return explain(target, subject).decision();
	}

	/**
	 * A decision and the way it was reached.
	 *
	 * @param rule the rule that decided; null if none applies
	 * @param examined how many rules were examined
	 */
	public record Explained(Decision decision, @Nullable AccessRule rule, int examined) {
	}

	/** Decides like {@link #decide}, and also returns how the decision was reached. */
	public Explained explain(Target target, Subject subject) {
		Instant now = clock.instant();
		int examined = 0;
		if (target.service() instanceof RestrictedService restricted && restricted.ownRules() instanceof OwnRules own) {
			for (AccessRule rule : own.rules()) {
				examined++;
				if (decides(rule, target, subject, now)) {
					return new Explained(rule.decision(), rule, examined);
				}
			}
			return new Explained(own.otherwise(), null, examined);
		}
		for (int position : candidates(target, subject)) {
			AccessRule rule = rules.get(position);
			examined++;
			if (decides(rule, target, subject, now)) {
				return new Explained(rule.decision(), rule, examined);
			}
		}
		boolean denied = subject.program() || denying.contains(target.service().protocol());
		return new Explained(denied ? new Decision.Deny(NO_RULE, null, null) : new Decision.Permit(NO_RULE), null,
				examined);
	}

	/**
	 * Returns the rules before the one that decides that would decide about the same user
	 * in another network, at another time, or with another authentication.
	 */
	public List<AccessRule> passedOver(Target target, Subject subject) {
		Instant now = clock.instant();
		Stream<AccessRule> considered = target.service() instanceof RestrictedService restricted
				&& restricted.ownRules() instanceof OwnRules own ? own.rules().stream()
						: candidates(target, subject).stream().map(rules::get);
		return considered.takeWhile(rule -> !decides(rule, target, subject, now))
			.filter(rule -> decides(rule.withoutCircumstances(), target, subject, now))
			.toList();
	}

	/**
	 * Whether a rule permits programs, which send a username and a password with each
	 * request, the requested access; its conditions are left to {@link #decide}.
	 */
	public boolean offersBasic(Target target) {
		return offering != null && offering.explain(target, NOBODY).rule() != null;
	}

	private static boolean decides(AccessRule rule, Target target, Subject subject, Instant now) {
		return rule.scope().matches(target) && rule.appliesTo(subject)
				&& rule.conditions().stream().allMatch(condition -> condition.holds(target, subject, now))
				&& !isMet(rule.decision(), subject, now);
	}

	private static boolean isMet(Decision decision, Subject subject, Instant now) {
		return decision instanceof Decision.StepUp stepUp && (subject.isSparedBy(stepUp, now)
				|| (stepUp.classes().isEmpty() || stepUp.classes().stream().anyMatch(subject.satisfies()))
						&& (stepUp.maxAge() == null || now.isBefore(subject.authnInstant().plus(stepUp.maxAge()))));
	}

	/** The positions of rules that could apply, in their order. */
	private Collection<Integer> candidates(Target target, Subject subject) {
		if (index.isEmpty()) {
			return general;
		}
		TreeSet<Integer> positions = new TreeSet<>(general);
		keys(target, subject).forEach(key -> positions.addAll(index.getOrDefault(key, List.of())));
		return positions;
	}

	private Stream<String> keys(Target target, Subject subject) {
		List<String> keys = new ArrayList<>();
		keys.add("s " + target.service().id());
		Resource resource = target.resource();
		if (resource != null) {
			keys.add("h " + resource.host());
			IntStream.range(0, resource.host().length())
				.filter(at -> resource.host().charAt(at) == '.')
				.forEach(at -> keys.add("h " + resource.host().substring(at)));
			String path = resource.path();
			keys.add("p " + withoutSlash(path));
			// The keys are no deeper than the paths of rules, however long the path is.
			IntStream.range(0, path.length())
				.filter(at -> path.charAt(at) == '/')
				.limit(depth + 1L)
				.forEach(at -> keys.add("p " + path.substring(0, at)));
		}
		subject.attributes().values().forEach((attribute, values) -> {
			if (attribute.equals(InUnit.ENTRY)) {
				values.forEach(value -> EntryName.of(value.text())
					.ifPresent(entry -> entry.above().forEach(above -> keys.add("u " + above))));
			}
			if (namedValues.containsKey(attribute)) {
				values.forEach(value -> keys.add("a " + attribute + ' ' + EntryName.comparable(value.text())));
			}
		});
		return keys.stream();
	}

	/**
	 * The attributes and values that conditions depend on; decisions need no others.
	 */
	public ResolvedAttributes relevant(ResolvedAttributes attributes) {
		Map<String, List<AttributeValue>> kept = new LinkedHashMap<>();
		attributes.values().forEach((id, values) -> {
			Set<String> named = namedValues.get(id);
			if (named != null) {
				kept.put(id, named.isEmpty() ? values
						: values.stream().filter(value -> named.contains(EntryName.comparable(value.text()))).toList());
			}
		});
		return new ResolvedAttributes(kept);
	}

	/**
	 * Returns a number that changes, with near certainty, if {@link #relevant} keeps
	 * other attributes or values than before; the same on every node.
	 */
	public int relevance() {
		return namedValues.hashCode();
	}

}
