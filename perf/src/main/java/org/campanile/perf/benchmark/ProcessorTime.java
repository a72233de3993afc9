package org.campanile.perf.benchmark;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A profiler of JMH that tells what an operation took of the processors, in microseconds,
 * all threads of the process together. Unlike the time on the wall it says little of who
 * else uses the machine, and leaves out those who are waited for.
 */
public final class ProcessorTime implements InternalProfiler {

	/** What the result is called. */
	static final String LABEL = "cpu";

	private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

	private long before;

	@Override
	public String getDescription() {
		return "Processor time of an operation";
	}

	@Override
	public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
		before = system.getProcessCpuTime();
	}

	@Override
	public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
			IterationResult result) {
		long operations = Math.max(1, result.getMetadata().getAllOps());
		double micros = (system.getProcessCpuTime() - before) / 1_000.0 / operations;
		return List.of(new ScalarResult(LABEL, micros, "us/op", AggregationPolicy.AVG));
	}

}
