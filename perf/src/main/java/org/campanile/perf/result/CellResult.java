package org.campanile.perf.result;

import java.util.List;
import java.util.Map;

/**
 * One configuration that was measured, in one or more steps.
 *
 * @param name such as {@code one node, memory}; unique in its run
 * @param settings what it ran with, for people: durability, processor share, directory
 * @param facts figures that belong to no step, by name with unit:
 * {@code bytes a session}
 * @param steps in the order they were measured
 */
public record CellResult(String name, Map<String, String> settings, Map<String, Double> facts, List<StepResult> steps) {
}
