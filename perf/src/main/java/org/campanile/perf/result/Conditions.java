package org.campanile.perf.result;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * Under which conditions a run was made.
 *
 * @param processor its model
 * @param processors how many
 * @param memoryBytes the machine's
 * @param system kernel and distribution
 * @param java version and vendor
 * @param flags of the servers' virtual machines
 * @param versions of Campanile and of the servers it was measured with, by name
 * @param noise processor time of a fixed piece of work, repeated before, between and
 * after steps, in milliseconds; how much they differ is how noisy the machine was
 */
public record Conditions(String processor, int processors, @JsonAlias("memoryOctets") long memoryBytes, String system, String java,
		List<String> flags, Map<String, String> versions, List<Double> noise) {
}
