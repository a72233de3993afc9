package org.campanile.web.attribute;

import java.time.Duration;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.attribute.SourceSettings;
import org.campanile.attribute.SourceSettings.OnFailure;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedProperties;

/**
 * The settings of queries to any source of attributes besides the directory.
 *
 * @param onFailure what a login does when it does not answer: {@code omit} goes on
 * without its attributes, {@code refuse} refuses the login
 * @param timeout how long it may take to answer, 10 seconds at most
 * @param maxConcurrent how many users it is asked for at once; for more, it counts as not
 * answering
 * @param cache caches its values of a user
 */
@NestedProperties("campanile.attributes.sources.*")
public record SourceProperties(@DefaultValue("omit") OnFailure onFailure, @DefaultValue("2s") Duration timeout,
		@DefaultValue("32") @Min(1) int maxConcurrent, @Valid @DefaultValue AttributesProperties.Cache cache) {

	private static final Duration LONGEST = Duration.ofSeconds(10);

	/**
	 * @param key the prefix of its keys, with a dot at the end
	 * @throws IllegalArgumentException for a fault
	 */
	SourceSettings settings(String key) {
		return new SourceSettings(onFailure, timeout, maxConcurrent, cache.settings(key + "cache."));
	}

	void check(String key, Faults faults) {
		faults.check(() -> cache.settings(key + "cache."));
		if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
			faults.add(key + "timeout: " + timeout.toMillis() + " ms is not possible; set more than 0 and at most 10s");
		}
	}

}
