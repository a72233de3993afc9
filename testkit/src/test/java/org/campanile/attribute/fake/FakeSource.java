package org.campanile.attribute.fake;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnusableAnswerException;

/** A source that reads users from a map: a new kind of source requires only one class. */
final class FakeSource implements AttributeSource {

	private final String id;

	private final Set<String> provides;

	private final Map<String, Map<String, List<String>>> users;

	private volatile boolean up = true;

	/**
	 * @param users attribute to values, by canonical name
	 */
	FakeSource(String id, Set<String> provides, Map<String, Map<String, List<String>>> users) {
		this.id = id;
		this.provides = provides;
		this.users = users;
	}

	void stop() {
		up = false;
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public Set<String> provides() {
		return provides;
	}

	@Override
	public Set<String> parameters() {
		return Set.of(SourceQuery.USERNAME);
	}

	@Override
	public SourceValues read(SourceQuery query) throws SourceUnavailableException {
		probe();
		Map<String, List<String>> values = users.getOrDefault(query.get(SourceQuery.USERNAME), Map.of());
		if (values.values().stream().mapToInt(List::size).sum() > 1_000) {
			throw new UnusableAnswerException(id, "more than 1000 values for a user");
		}
		return SourceValues.ofTexts(values);
	}

	@Override
	public void probe() throws SourceUnavailableException {
		if (!up) {
			throw new SourceUnavailableException(id, "it was stopped");
		}
	}

	@Override
	public void close() {
		up = false;
	}

}
