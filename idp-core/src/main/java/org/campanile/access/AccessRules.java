package org.campanile.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Resource;
import org.campanile.access.AccessPolicy.Subject;
import org.campanile.access.AccessPolicy.Target;
import org.campanile.service.Service;

/**
 * Rules in their order, found by service, host and path: how many there are for other
 * services, hosts and paths does not matter. Patterns cannot be found by what they match;
 * rules with them are tried one by one. Immutable.
 */
public final class AccessRules {

	/** None. */
	public static final AccessRules NONE = new AccessRules(List.of(), Order.FIRST_MATCH);

	/** More combinations of services, hosts and paths than this do not make one rule. */
	public static final int MAX_COMBINATIONS = 10_000;

	/** In place of what a rule does not limit. */
	private static final String ANY = "";

	/** In the order in which they are tried. */
	private final List<Entry> entries;

	/** By service, host and path, each the numbers of entries in ascending order. */
	private final Map<String, Map<String, Map<String, List<Integer>>>> index = new HashMap<>();

	/** The segments of the longest prefix. */
	private final int depth;

	/** Which rule counts if several apply. */
	public enum Order {

		/** The first. */
		FIRST_MATCH,
		/**
		 * The one that is most specific about the service (its id before a category,
		 * before a pattern), then the host (a name before {@code *.} with more labels,
		 * before one with fewer), the path (a longer prefix before a shorter one, before
		 * a pattern), the method, the protocol, then the one with more conditions; of
		 * equals one that denies before one that steps up, before one that permits, and
		 * finally the first.
		 */
		MOST_SPECIFIC

	}

	/**
	 * A rule for one combination of what it names.
	 *
	 * @param service {@code id:} and an id, {@code category:} and a category, or any
	 * @param pattern whether the service must match a pattern of the rule
	 * @param host as the rule has it, or any
	 * @param prefix as the rule has it, or any
	 * @param pathPattern whether the path must match a pattern of the rule
	 */
	private record Entry(AccessRule rule, String service, boolean pattern, String host, String prefix,
			boolean pathPattern) {

		private static final Comparator<Entry> MOST_SPECIFIC_FIRST = Comparator.comparingInt(Entry::ofService)
			.thenComparingInt(Entry::ofHost)
			.thenComparingInt(Entry::ofPath)
			.thenComparingInt(entry -> entry.rule.pages().methods().isEmpty() ? 0 : 1)
			.thenComparingInt(entry -> entry.rule.protocols().isEmpty() ? 0 : 1)
			.thenComparingInt(entry -> entry.rule.when().size() + entry.rule.unless().size())
			.thenComparingInt(entry -> switch (entry.rule.effect()) {
				case AccessRule.Effect.Deny deny -> 2;
				case AccessRule.Effect.StepUp stepUp -> 1;
				case AccessRule.Effect.Permit permit -> 0;
			})
			.reversed();

		private int ofService() {
			return service.startsWith("id:") ? 3 : service.startsWith("category:") ? 2 : pattern ? 1 : 0;
		}

		private int ofHost() {
			return host.isEmpty() ? 0 : host.startsWith("*.") ? segments(host, '.') : Integer.MAX_VALUE;
		}

		private int ofPath() {
			return prefix.isEmpty() ? pathPattern ? 1 : 0 : 2 + segments(prefix, '/');
		}

		/** What the index does not decide. */
		boolean covers(Target target) {
			Resource resource = target.resource();
			Service service = target.service();
			if (!rule.protocols().isEmpty() && !rule.protocols().contains(service.protocol())
					|| pattern && rule.services().patterns().stream().noneMatch(some -> some.matches(service.id()))) {
				return false;
			}
			if (resource == null) {
				return rule.pages().methods().isEmpty() && !pathPattern;
			}
			return (rule.pages().methods().isEmpty() || rule.pages().methods().contains(resource.method()))
					&& (!pathPattern
							|| rule.pages().patterns().stream().anyMatch(some -> some.matches(resource.path())));
		}

	}

	/**
	 * @param rules in order
	 * @throws IllegalArgumentException if one has more than {@link #MAX_COMBINATIONS}
	 */
	public AccessRules(Collection<AccessRule> rules, Order order) {
		List<Entry> all = new ArrayList<>();
		rules.forEach(rule -> all.addAll(entries(rule)));
		if (order == Order.MOST_SPECIFIC) {
			all.sort(Entry.MOST_SPECIFIC_FIRST);
		}
		this.entries = List.copyOf(all);
		this.depth = entries.stream().mapToInt(entry -> segments(entry.prefix, '/')).max().orElse(0);
		for (int i = 0; i < entries.size(); i++) {
			Entry entry = entries.get(i);
			index.computeIfAbsent(entry.service, key -> new HashMap<>())
				.computeIfAbsent(entry.host, key -> new HashMap<>())
				.computeIfAbsent(entry.prefix, key -> new ArrayList<>())
				.add(i);
		}
	}

	/** Of how many combinations of services, hosts and paths a rule speaks. */
	public static long combinations(AccessRule rule) {
		return (1L + rule.services().services().size() + rule.services().categories().size())
				* Math.max(1, rule.pages().hosts().size()) * (1L + rule.pages().prefixes().size());
	}

	private static List<Entry> entries(AccessRule rule) {
		if (combinations(rule) > MAX_COMBINATIONS) {
			throw new IllegalArgumentException("rule " + rule.name() + " speaks of more than " + MAX_COMBINATIONS
					+ " combinations of services, hosts and paths; make several rules of it");
		}
		List<Entry> ofServices = new ArrayList<>();
		rule.services().services().forEach(id -> ofServices.add(new Entry(rule, "id:" + id, false, ANY, ANY, false)));
		rule.services()
			.categories()
			.forEach(category -> ofServices.add(new Entry(rule, "category:" + category, false, ANY, ANY, false)));
		if (rule.services().every() || !rule.services().patterns().isEmpty()) {
			ofServices.add(new Entry(rule, ANY, !rule.services().every(), ANY, ANY, false));
		}
		Collection<String> hosts = rule.pages().hosts().isEmpty() ? List.of(ANY) : rule.pages().hosts();
		List<Entry> all = new ArrayList<>();
		for (Entry entry : ofServices) {
			for (String host : hosts) {
				rule.pages()
					.prefixes()
					.forEach(prefix -> all.add(new Entry(rule, entry.service, entry.pattern, host, prefix, false)));
				boolean patterns = !rule.pages().patterns().isEmpty();
				if (patterns || rule.pages().prefixes().isEmpty()) {
					all.add(new Entry(rule, entry.service, entry.pattern, host, ANY, patterns));
				}
			}
		}
		return all;
	}

	/** How many rules there are; one that names several services counts several times. */
	public int size() {
		return entries.size();
	}

	/** The rule that applies; empty if none does. */
	public Optional<AccessRule> match(Target target, Subject subject, Instant now) {
		return first(target, rule -> rule.appliesTo(subject, target.address(), now)).rule();
	}

	/**
	 * A search.
	 *
	 * @param rule the first rule that was accepted
	 * @param examined how many were looked at
	 */
	record Found(Optional<AccessRule> rule, int examined) {
	}

	/**
	 * The first rule that speaks of the target and is accepted.
	 * @param accepted is given each that speaks of it, in order
	 */
	Found first(Target target, Predicate<AccessRule> accepted) {
		List<List<Integer>> lists = candidates(target);
		int[] next = new int[lists.size()];
		int examined = 0;
		while (true) {
			int from = -1;
			for (int i = 0; i < next.length; i++) {
				if (next[i] < lists.get(i).size()
						&& (from < 0 || lists.get(i).get(next[i]) < lists.get(from).get(next[from]))) {
					from = i;
				}
			}
			if (from < 0) {
				return new Found(Optional.empty(), examined);
			}
			Entry entry = entries.get(lists.get(from).get(next[from]));
			next[from]++;
			examined++;
			if (entry.covers(target) && accepted.test(entry.rule)) {
				return new Found(Optional.of(entry.rule), examined);
			}
		}
	}

	private List<List<Integer>> candidates(Target target) {
		List<List<Integer>> found = new ArrayList<>();
		Resource resource = target.resource();
		List<String> hosts = hosts(resource);
		List<String> paths = paths(resource);
		services(target.service()).forEach(service -> {
			Map<String, Map<String, List<Integer>>> byHost = index.get(service);
			if (byHost == null) {
				return;
			}
			hosts.forEach(host -> {
				Map<String, List<Integer>> byPath = byHost.get(host);
				if (byPath != null) {
					paths.forEach(path -> {
						List<Integer> numbers = byPath.get(path);
						if (numbers != null) {
							found.add(numbers);
						}
					});
				}
			});
		});
		return found;
	}

	private static List<String> services(Service service) {
		List<String> keys = new ArrayList<>(List.of(ANY, "id:" + service.id()));
		service.entityCategories().forEach(category -> keys.add("category:" + category));
		return keys;
	}

	private static List<String> hosts(@Nullable Resource resource) {
		List<String> keys = new ArrayList<>(List.of(ANY));
		if (resource != null) {
			keys.add(resource.host());
			for (int dot = resource.host().indexOf('.'); dot >= 0; dot = resource.host().indexOf('.', dot + 1)) {
				keys.add('*' + resource.host().substring(dot));
			}
		}
		return keys;
	}

	private List<String> paths(@Nullable Resource resource) {
		List<String> keys = new ArrayList<>(List.of(ANY));
		if (resource == null) {
			return keys;
		}
		String path = resource.path();
		keys.add("/");
		int segments = 1;
		int slash = path.indexOf('/', 1);
		for (; slash >= 0 && segments <= depth; slash = path.indexOf('/', slash + 1)) {
			keys.add(path.substring(0, slash));
			segments++;
		}
		if (slash < 0 && path.length() > 1) {
			keys.add(path);
		}
		return keys;
	}

	/** None of the root. */
	private static int segments(String text, char separator) {
		return text.length() == 1 ? 0 : (int) text.chars().filter(each -> each == separator).count();
	}

}
