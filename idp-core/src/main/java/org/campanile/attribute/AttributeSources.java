package org.campanile.attribute;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The sources beside the user's own entry, in the order in which they are configured.
 * Thread-safe.
 */
public final class AttributeSources implements AutoCloseable {

	/** None. */
	public static final AttributeSources NONE = new AttributeSources(List.of());

	private final Map<String, GuardedSource> sources = new LinkedHashMap<>();

	public AttributeSources(List<GuardedSource> sources) {
		sources.forEach(source -> this.sources.put(source.id(), source));
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
	 * @param failures of those that did not answer, by id
	 */
	record Answers(Map<String, SourceValues> values, Map<String, SourceUnavailableException> failures) {
	}

	/**
	 * Asks sources at the same time, each within its own deadline; the longest deadline
	 * limits the call.
	 * @param ids which ones
	 * @param principal the user's canonical name
	 * @param entry the user's own entry
	 */
	Answers ask(Set<String> ids, String principal, SourceValues entry) {
		List<GuardedSource> asked = sources.values().stream().filter(source -> ids.contains(source.id())).toList();
		List<GuardedSource.Pending> pending = new ArrayList<>(asked.size());
		asked.forEach(source -> pending.add(source.ask(principal, entry)));
		Answers answers = new Answers(new TreeMap<>(), new TreeMap<>());
		for (int i = 0; i < asked.size(); i++) {
			String id = asked.get(i).id();
			try {
				answers.values().put(id, pending.get(i).await());
			}
			catch (SourceUnavailableException ex) {
				answers.failures().put(id, ex);
			}
		}
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
