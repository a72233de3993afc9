package org.campanile.access;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessPolicy.Resource;
import org.campanile.access.AccessPolicy.Subject;
import org.campanile.access.AccessPolicy.Target;
import org.campanile.attribute.ValuePattern;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;
import org.jspecify.annotations.Nullable;

/**
 * A rule that permits, denies or steps up access within its scope, for users who meet all
 * of its conditions.
 *
 * @param name its name in decisions
 * @param scope the targets to which the rule applies
 * @param conditions the conditions on users; all must hold
 * @param decision the decision; one that demands a step-up decides only while the demand
 * is not met, and never grants anything itself
 * @param basic whether a permit also covers programs, which send a username and a
 * password with each request
 */
public record AccessRule(String name, Scope scope, List<Condition> conditions, Decision decision, boolean basic) {

	public AccessRule {
		conditions = List.copyOf(conditions);
	}

	/** Creates a rule that permits nothing to programs. */
	public AccessRule(String name, Scope scope, List<Condition> conditions, Decision decision) {
		this(name, scope, conditions, decision, false);
	}

	/**
	 * Returns the attributes without which the rule would be skipped to the user's
	 * advantage: those that it reads, unless it is a rule that permits.
	 */
	public Set<String> deciding() {
		return decision instanceof Decision.Permit ? Set.of()
				: conditions.stream()
					.flatMap(condition -> Stream.ofNullable(condition.attribute()))
					.collect(Collectors.toSet());
	}

	/** Returns the same rule without its conditions, for everybody. */
	AccessRule unconditional() {
		return new AccessRule(name, scope, List.of(), decision);
	}

	/**
	 * Returns the conditions that depend on the network, the time or the authentication,
	 * not on the user.
	 */
	public List<Condition> circumstances() {
		return conditions.stream().filter(condition -> condition.attribute() == null).toList();
	}

	/** Returns the same rule with only its conditions on the user. */
	AccessRule withoutCircumstances() {
		return new AccessRule(name, scope,
				conditions.stream().filter(condition -> condition.attribute() != null).toList(), decision, basic);
	}

	/**
	 * Whether the rule applies to the user, or to the program: a permit only if it says
	 * so.
	 */
	boolean appliesTo(Subject subject) {
		return basic || !subject.program() || !(decision instanceof Decision.Permit);
	}

	/**
	 * The scope of a rule. Every part that is not empty must match; a rule with a part
	 * that concerns pages does not match a whole service.
	 *
	 * @param protocols the protocols of services; empty for all
	 * @param hosts the hosts of pages, exactly, or {@code .example.edu} for all below
	 * that domain
	 * @param paths prefixes of paths, which end at a segment; {@code /staff/} becomes
	 * {@code /staff}, as many applications serve the same page at both
	 * @param pathPatterns further paths, matched as a whole
	 * @param methods HTTP methods in upper case
	 */
	public record Scope(Set<ProtocolId> protocols, ServiceMatcher services, Set<String> hosts, List<String> paths,
			List<ValuePattern> pathPatterns, Set<String> methods) {

		/** A scope that includes everything. */
		public static final Scope EVERYTHING = new Scope(Set.of(), ServiceMatcher.EVERY, Set.of(), List.of(), List.of(),
				Set.of());

		public Scope {
			protocols = Set.copyOf(protocols);
			hosts = Set.copyOf(hosts);
			paths = paths.stream().map(path -> path.equals("/") ? path : AccessRules.withoutSlash(path)).toList();
			pathPatterns = List.copyOf(pathPatterns);
			methods = Set.copyOf(methods);
		}

		/** Whether the scope covers a target. */
		public boolean matches(Target target) {
			return (protocols.isEmpty() || protocols.contains(target.service().protocol()))
					&& services.matches(target.service()) && matches(target.resource());
		}

		private boolean matches(@Nullable Resource resource) {
			if (resource == null) {
				return hosts.isEmpty() && paths.isEmpty() && pathPatterns.isEmpty() && methods.isEmpty();
			}
			return (hosts.isEmpty() || hosts.stream().anyMatch(host -> isHost(host, resource.host())))
					&& (paths.isEmpty() && pathPatterns.isEmpty()
							|| paths.stream().anyMatch(path -> isBelow(path, resource.path()))
							|| pathPatterns.stream().anyMatch(pattern -> pattern.matches(resource.path())))
					&& (methods.isEmpty() || methods.contains(resource.method()));
		}

		private static boolean isHost(String host, String actual) {
			return host.startsWith(".") ? actual.endsWith(host) : actual.equals(host);
		}

		private static boolean isBelow(String prefix, String path) {
			return path.startsWith(prefix) && (prefix.endsWith("/") || path.length() == prefix.length()
					|| path.charAt(prefix.length()) == '/');
		}

		/** Returns how narrow the scope is; a higher number is narrower. */
		long specificity() {
			int longest = Stream.concat(paths.stream(), pathPatterns.stream().map(ValuePattern::toString))
				.mapToInt(String::length)
				.max()
				.orElse(0);
			return (services.services().isEmpty() ? services.isEveryService() ? 0 : 1 : 2) * 1_000_000L
					+ (hosts.isEmpty() ? 0 : hosts.stream().allMatch(host -> host.startsWith(".")) ? 1 : 2) * 100_000L
					+ Math.min(longest, 9_999) * 10L + (methods.isEmpty() ? 0 : 1);
		}

	}

}
