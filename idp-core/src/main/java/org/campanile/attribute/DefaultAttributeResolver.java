package org.campanile.attribute;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

import com.github.benmanes.caffeine.cache.Cache;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.AttributeSettings.EntrySource;
import org.campanile.attribute.AttributeSources.Answers;

/**
 * Resolves with connectors first, then definitions. A login always resolves anew and puts
 * the result into the cache, if there is one; a refresh may be answered from it.
 * Thread-safe.
 */
public final class DefaultAttributeResolver implements AttributeResolver {

	private static final Logger LOGGER = LoggerFactory.getLogger(DefaultAttributeResolver.class);

	private final ResolutionPlan plan;

	private final EntrySource entrySource;

	private final UserReader users;

	private final AttributeSources sources;

	private final SourceValues constants;

	private final DecidingAttributes deciding;

	/**
	 * The attributes resolved last, by principal. Holds values from the directory, no
	 * passwords. Its hits and misses are {@code cache.gets} with the tag
	 * {@code cache=attributes}.
	 */
	private final @Nullable Cache<String, Cached> cache;

	/**
	 * @param settings the settings of what is resolved
	 * @param users reads the entries of users whose session goes on
	 * @param sources the sources besides the entry; the caller closes them
	 * @param deciding the attributes without which neither a login nor a refresh goes on
	 * if they do not fit into a session, a source gave only a part of their values, or a
	 * source that must not be omitted could not look up the user; and those of them
	 * without which no login goes on while a source does not answer that comes before the
	 * one with the value
	 * @param clock times the cache
	 * @param meters the registry in which the cache's hits and misses are counted
	 * @throws IllegalArgumentException if definitions read each other in a circle
	 */
	public DefaultAttributeResolver(AttributeSettings settings, UserReader users, AttributeSources sources,
			DecidingAttributes deciding, InstantSource clock, MeterRegistry meters) {
		this.plan = new ResolutionPlan(settings);
		this.entrySource = settings.entrySource();
		this.users = users;
		this.sources = sources;
		this.deciding = deciding;
		this.constants = SourceValues.ofTexts(settings.constants());
		this.cache = settings.cache().<Cache<String, Cached>>map(limits -> limits.cache(clock)).orElse(null);
		if (cache != null) {
			CaffeineCacheMetrics.monitor(meters, cache, "attributes");
		}
	}

	/**
	 * The source attributes that definitions read.
	 * @param which the ids of the definitions
	 * @throws IllegalArgumentException if definitions read each other in a circle
	 */
	public static Set<String> sourceAttributes(AttributeSettings settings, Predicate<String> which) {
		return new ResolutionPlan(settings).sourceAttributes(which);
	}

	/**
	 * Returns which sources besides the entry may have values of an attribute, by its id.
	 * @param provided the attributes that sources have, by the id of the source
	 * @throws IllegalArgumentException if definitions read each other in a circle
	 */
	public static Function<String, Set<String>> sources(AttributeSettings settings, Map<String, Set<String>> provided) {
		ResolutionPlan plan = new ResolutionPlan(settings);
		return id -> plan.sourcesOf(id, provided);
	}

	/**
	 * The ids that rules may name: what the settings resolve, and built-in attributes
	 * that are computed for each service or have a name alone.
	 * @param named further ids, of attributes that the configuration names for services
	 */
	public static Set<String> attributeIds(AttributeSettings settings, Set<String> named) {
		Set<String> ids = new TreeSet<>(new ResolutionPlan(settings).ids());
		BuiltInAttribute.ALL.forEach(attribute -> ids.add(attribute.id()));
		ids.addAll(named);
		return ids;
	}

	@Override
	public Resolved resolve(String principal, SourceValues entry) throws SourceUnavailableException {
		Optional<? extends SourceValues> own = Optional.of(entry);
		boolean complete = true;
		if (entrySource == EntrySource.OWN_SEARCH) {
			try {
				own = users.read(principal);
				if (own.isEmpty()) {
					LOGGER.warn(
							"attributes of {}: the server's own search does not find the person; using the entry read at login",
							principal);
				}
			}
			catch (SourceUnavailableException ex) {
				// The password is right: the user gets what the login's own search
				// has found, and none of it is cached.
				LOGGER.warn("attributes of {}: the server's own search failed, using the entry read at login: {}",
						principal, ex.getMessage());
				complete = false;
			}
		}
		return resolve(principal, own.isPresent() ? own.get() : entry, complete, deciding);
	}

	@Override
	public Resolved resolve(String principal) throws SourceUnavailableException {
		return resolve(principal, deciding);
	}

	/**
	 * Resolves like {@link #resolve(String)}, but not for a login: attributes that decide
	 * or identify need not be known.
	 */
	public Resolved lookUp(String principal) throws SourceUnavailableException {
		return resolve(principal, DecidingAttributes.NONE);
	}

	private Resolved resolve(String principal, DecidingAttributes required) throws SourceUnavailableException {
		Optional<? extends SourceValues> entry = users.read(principal);
		return entry.isEmpty() ? Resolved.NONE : resolve(principal, entry.get(), true, required);
	}

	private Resolved resolve(String principal, SourceValues used, boolean complete, DecidingAttributes required)
			throws SourceUnavailableException {
		Answers answers = ask(principal, used);
		for (SourceUnavailableException failure : answers.failures().values()) {
			if (!sources.mayOmit(failure.source())) {
				throw failure;
			}
			LOGGER.warn("attributes of {}: source {} gave no usable answer, going on without it: {}", principal,
					failure.source(), failure.getMessage());
		}
		return resolveFrom(principal, used, answers, ResolvedAttributes.NONE, complete, required);
	}

	@Override
	public Resolved refresh(String principal, ResolvedAttributes older) throws SourceUnavailableException {
		if (cache != null) {
			Cached cached = cache.getIfPresent(principal);
			if (cached != null && (cached.deciding() == null || cached.deciding().equals(deciding.ids()))) {
				return new Resolved(cached.attributes(), Set.of());
			}
		}
		Optional<? extends SourceValues> entry = users.read(principal);
		if (entry.isEmpty()) {
			return Resolved.NONE;
		}
		Answers answers = ask(principal, entry.get());
		answers.failures()
			.values()
			.forEach(failure -> LOGGER.warn(
					"attributes of {}: source {} gave no usable answer, older values are used: {}", principal,
					failure.source(), failure.getMessage()));
		return resolveFrom(principal, entry.get(), answers, older, true, deciding);
	}

	/**
	 * Resolves as at a login and explains how each attribute came about. Neither reads
	 * nor changes the cache.
	 */
	public Explained explain(String principal, SourceValues entry) {
		Answers answers = ask(principal, entry);
		Resolution resolution = new Resolution(principal, plan, entry, sources, answers, constants);
		Set<String> ids = deciding.ids();
		ResolvedAttributes attributes = resolution.run(ResolvedAttributes.NONE, ids, deciding.identifying());
		return new Explained(attributes, resolution.derivations(),
				answers.failures()
					.values()
					.stream()
					.map(failure -> new Explained.Silent(failure.source(), String.valueOf(failure.getMessage()),
							!sources.mayOmit(failure.source())))
					.toList(),
				answers.notAsked(), resolution.unknown(ids));
	}

	/**
	 * A resolution and its reasons.
	 *
	 * @param attributes the result of {@link #resolve}
	 * @param derivations how they came about, in the order of the definitions; also of
	 * those without a value
	 * @param silent the sources that did not answer
	 * @param notAsked why the user could not be looked up in a source, by its id
	 * @param unknown why an attribute is not known without which a login is refused
	 */
	public record Explained(ResolvedAttributes attributes, List<Derivation> derivations, List<Silent> silent,
			Map<String, String> notAsked, Optional<String> unknown) {

		/**
		 * A source that did not answer.
		 *
		 * @param source its id
		 * @param refuses whether a login is refused for it
		 */
		public record Silent(String source, String reason, boolean refuses) {
		}

	}

	/** Whether a source besides the user's entry may have values of an attribute. */
	public boolean isOfSource(String attribute) {
		return sources.all().stream().anyMatch(source -> source.provides(attribute));
	}

	private Answers ask(String principal, SourceValues entry) {
		return sources.ask(plan.needed(entry, sources), principal, entry);
	}

	private Resolved resolveFrom(String principal, SourceValues entry, Answers answers, ResolvedAttributes older,
			boolean complete, DecidingAttributes required) throws UnusableAnswerException {
		Resolution resolution = new Resolution(principal, plan, entry, sources, answers, constants);
		Set<String> ids = required.ids();
		ResolvedAttributes attributes = resolution.run(older, ids, required.identifying());
		Optional<String> unknown = resolution.unknown(ids);
		if (unknown.isPresent()) {
			throw new UnusableAnswerException(SourceRule.USER_ENTRY, unknown.get());
		}
		if (cache != null && complete && answers.failures().isEmpty()) {
			cache.put(principal, new Cached(attributes, resolution.hasUnknown() ? Set.copyOf(ids) : null));
		}
		return new Resolved(attributes, answers.failures().keySet());
	}

	/**
	 * A cached result.
	 *
	 * @param deciding if an attribute is not known, the deciding attributes at that time:
	 * under other rules another could be left out, or the login be refused; null if all
	 * are known
	 */
	private record Cached(ResolvedAttributes attributes, @Nullable Set<String> deciding) {
	}

}
