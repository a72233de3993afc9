package org.campanile.attribute;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sources beside the user's own entry, in the order in which they are configured.
 * Thread-safe.
 */
public final class AttributeSources implements AutoCloseable {

	public static final AttributeSources NONE = new AttributeSources(List.of());

	private static final Logger LOGGER = LoggerFactory.getLogger(AttributeSources.class);

	private final Map<String, GuardedSource> sources = new LinkedHashMap<>();

	private final List<String> order;

	public AttributeSources(List<GuardedSource> sources) {
		sources.forEach(source -> this.sources.put(source.id(), source));
		this.order = Stream.concat(Stream.of(SourceRule.USER_ENTRY), this.sources.keySet().stream()).toList();
	}

	/** The ids of the user's own entry and of the sources, in order. */
	List<String> order() {
		return order;
	}

	/** The sources, in order. */
	public List<GuardedSource> all() {
		return List.copyOf(sources.values());
	}

	boolean provides(String id, String attribute) {
		GuardedSource source = sources.get(id);
		return source != null && source.provides(attribute);
	}

	/**
	 * The answers of the sources that were asked.
	 *
	 * @param values by the id of the source
	 * @param failures the failures of the sources that did not answer, by id
	 * @param notAsked why the user could not be looked up, by id
	 * @param unknown why, with the remedy, by the ids of those among the latter that may
	 * know the user, and must not be omitted
	 */
	record Answers(Map<String, SourceValues> values, Map<String, SourceUnavailableException> failures,
			Map<String, String> notAsked, Map<String, String> unknown) {

		static final Answers NONE = new Answers(Map.of(), Map.of(), Map.of(), Map.of());

	}

	/**
	 * Asks sources at the same time, each within its own deadline; the longest deadline
	 * limits the call.
	 * @param ids the ids of the sources
	 * @param principal the user's canonical name
	 * @param entry the user's own entry
	 */
	Answers ask(Set<String> ids, String principal, SourceValues entry) {
		Answers answers = new Answers(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
		Map<String, GuardedSource.Pending> pending = new LinkedHashMap<>();
		for (GuardedSource source : sources.values()) {
			if (ids.contains(source.id())) {
				try {
					pending.put(source.id(), source.ask(principal, entry));
				}
				catch (SourceQuery.IncompleteException ex) {
					String reason = String.valueOf(ex.getMessage());
					LOGGER.debug("Source {} is not asked for {}: {}", source.id(), principal, reason);
					answers.notAsked().put(source.id(), reason);
					if (!ex.isAbsent() && !mayOmit(source.id())) {
						answers.unknown().put(source.id(), reason + "; give the user one value of each parameter");
					}
				}
			}
		}
		pending.forEach((id, answer) -> {
			try {
				answers.values().put(id, answer.await());
			}
			catch (UnfitValueException ex) {
				// Not a failure: it lasts, and must neither refuse logins that do not
				// depend on the value nor keep sessions and caches from being renewed.
				String reason = String.valueOf(ex.getMessage());
				LOGGER.debug("Source {} has no answer for {}: {}", id, principal, reason);
				answers.notAsked().put(id, reason);
				if (!mayOmit(id)) {
					answers.unknown().put(id, reason);
				}
			}
			catch (SourceUnavailableException ex) {
				answers.failures().put(id, ex);
			}
		});
		return answers;
	}

	boolean mayOmit(String id) {
		GuardedSource source = sources.get(id);
		return source == null || source.onFailure() == SourceSettings.OnFailure.OMIT;
	}

	@Override
	public void close() {
		sources.values().forEach(GuardedSource::close);
	}

}
