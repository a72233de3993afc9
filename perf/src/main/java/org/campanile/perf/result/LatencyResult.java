package org.campanile.perf.result;

/**
 * How long the answers to one kind of request took, in milliseconds.
 *
 * @param count how many were answered
 * @param mean their average
 * @param deviation their standard deviation
 * @param min the shortest
 * @param p50 the median
 * @param p90 90 of 100 were no longer
 * @param p95 95 of 100
 * @param p99 99 of 100
 * @param max the longest
 */
public record LatencyResult(long count, double mean, double deviation, double min, double p50, double p90, double p95,
		double p99, double max) {
}
