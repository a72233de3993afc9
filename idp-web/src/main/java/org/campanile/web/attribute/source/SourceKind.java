package org.campanile.web.attribute.source;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSource;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedProperties;

/**
 * The settings of one kind of source: a record that is marked with
 * {@link NestedProperties}, whose prefix {@code campanile.attributes.sources.*.KIND} also
 * names the kind. Every fault of it is reported with key, reason and remedy.
 */
public interface SourceKind {

	/** The attributes that the source has. */
	Set<String> provides();

	/**
	 * Returns what the source needs to look up a user, as
	 * {@link AttributeSource#parameters} will; called only if there is no fault.
	 */
	Set<String> parameters();

	/**
	 * Creates the source without connecting.
	 * @param key the prefix of its keys, with a dot at the end
	 * @throws IllegalArgumentException for a fault
	 */
	AttributeSource source(String id, String key, HomeFolder home, Duration timeout);

	/** Finds every fault, making nothing. */
	void check(String key, HomeFolder home, Faults faults);

	/**
	 * Returns warnings about settings that do not keep the source from working; called
	 * only if there is no fault.
	 * @return lines that begin with a key
	 */
	default List<String> warnings(String key) {
		return List.of();
	}

}
