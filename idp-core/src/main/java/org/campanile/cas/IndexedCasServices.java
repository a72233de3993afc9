package org.campanile.cas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.campanile.cas.ServiceUrlPattern.Exact;
import org.campanile.cas.ServiceUrlPattern.Prefix;
import org.campanile.cas.ServiceUrlPattern.Regex;
import org.jspecify.annotations.Nullable;

/**
 * Services by URL. Exact URLs and prefixes are found by hashing, regular expressions by
 * the host that they begin with, so that a look-up tries only a few of thousands.
 * Immutable.
 */
final class IndexedCasServices implements CasServices {

	/** The order in which they own a URL. */
	static final Comparator<CasService> PRECEDENCE = Comparator.comparingInt(CasService::order)
		.thenComparingInt(service -> kind(service.urls()))
		.thenComparingInt(service -> service.urls() instanceof Prefix(ServiceUrl url) ? -url.path().length() : 0)
		.thenComparing(CasService::id);

	private final Map<String, CasService> byId;

	/** The services with an exact URL, by the whole address. */
	private final Map<String, Ranked> exact = new HashMap<>();

	/** The services with a URL prefix, by origin and path. */
	private final Map<String, Ranked> prefixes = new HashMap<>();

	private final int longestPrefix;

	/** The services with a regular expression for known origins, by origin, in order. */
	private final Map<String, List<RankedRegex>> regexes = new HashMap<>();

	/** The services with a regular expression for any other origins, in order. */
	private final List<RankedRegex> ofAnyOrigin = new ArrayList<>();

	private record Ranked(int rank, CasService service) {
	}

	private record RankedRegex(Ranked ranked, RegexPrefix prefix) {

		private boolean matches(ServiceUrl url) {
			return prefix.mayMatch(url.value()) && ranked.service().urls().matches(url);
		}

	}

	IndexedCasServices(Collection<CasService> services) {
		Map<String, CasService> known = new LinkedHashMap<>();
		services.forEach(service -> known.put(service.id(), service));
		this.byId = Collections.unmodifiableMap(known);
		List<CasService> ordered = known.values().stream().sorted(PRECEDENCE).toList();
		int longest = 0;
		for (int rank = 0; rank < ordered.size(); rank++) {
			Ranked ranked = new Ranked(rank, ordered.get(rank));
			switch (ranked.service().urls()) {
				case Exact(ServiceUrl url) -> exact.putIfAbsent(url.value(), ranked);
				case Prefix(ServiceUrl url) -> {
					prefixes.putIfAbsent(url.value(), ranked);
					longest = Math.max(longest, url.path().length());
				}
				case Regex regex -> {
					for (RegexPrefix prefix : RegexPrefix.ofEachScheme(regex.pattern().toString())) {
						prefix.origin()
							.map(origin -> regexes.computeIfAbsent(origin, each -> new ArrayList<>()))
							.orElse(ofAnyOrigin)
							.add(new RankedRegex(ranked, prefix));
					}
				}
			}
		}
		this.longestPrefix = longest;
	}

	private static int kind(ServiceUrlPattern urls) {
		if (urls instanceof Exact(ServiceUrl url)) {
			return url.query().isEmpty() ? 1 : 0;
		}
		return urls instanceof Prefix ? 2 : 3;
	}

	@Override
	public Optional<CasService> owner(ServiceUrl url) {
		Ranked owner = best(url);
		if (owner == null) {
			return Optional.empty();
		}
		Ranked other = url.path().indexOf(';') < 0 ? null : best(url.withoutParameters());
		// An address that is registered with its parameters is meant with them.
		boolean clear = other == null || other.equals(owner) || other.rank() > owner.rank() && owner.equals(exact(url));
		return clear ? Optional.of(owner.service()) : Optional.empty();
	}

	private @Nullable Ranked exact(ServiceUrl url) {
		return first(exact.get(url.value()), exact.get(url.withoutQuery()));
	}

	private @Nullable Ranked best(ServiceUrl url) {
		Ranked best = exact(url);
		best = first(best, prefixes(url).min(Comparator.comparingInt(Ranked::rank)).orElse(null));
		best = first(best, regex(regexes.getOrDefault(url.origin(), List.of()), url, best));
		return first(best, regex(ofAnyOrigin, url, best));
	}

	@Override
	public List<CasService> owners(ServiceUrl url) {
		Stream<RankedRegex> candidates = Stream.concat(regexes.getOrDefault(url.origin(), List.of()).stream(),
				ofAnyOrigin.stream());
		return Stream
			.of(Stream.of(url.value(), url.withoutQuery())
				.distinct()
				.flatMap(each -> Stream.ofNullable(exact.get(each))), prefixes(url),
					candidates.filter(each -> each.matches(url)).map(RankedRegex::ranked))
			.flatMap(each -> each)
			.sorted(Comparator.comparingInt(Ranked::rank))
			.map(Ranked::service)
			.toList();
	}

	private Stream<Ranked> prefixes(ServiceUrl url) {
		String path = url.path();
		return IntStream.rangeClosed(1, Math.min(path.length(), longestPrefix))
			// A prefix ends with a slash, before one, or where the path does.
			.filter(end -> path.charAt(end - 1) == '/' || end == path.length() || path.charAt(end) == '/')
			.mapToObj(end -> prefixes.get(url.origin() + path.substring(0, end)))
			.filter(Objects::nonNull);
	}

	private static @Nullable Ranked regex(List<RankedRegex> candidates, ServiceUrl url, @Nullable Ranked best) {
		for (RankedRegex candidate : candidates) {
			if (best != null && candidate.ranked().rank() > best.rank()) {
				return null;
			}
			if (candidate.matches(url)) {
				return candidate.ranked();
			}
		}
		return null;
	}

	private static @Nullable Ranked first(@Nullable Ranked one, @Nullable Ranked other) {
		return one == null || other != null && other.rank() < one.rank() ? other : one;
	}

	@Override
	public Collection<CasService> all() {
		return byId.values();
	}

	@Override
	public Optional<CasService> find(String id) {
		return Optional.ofNullable(byId.get(id));
	}

}
