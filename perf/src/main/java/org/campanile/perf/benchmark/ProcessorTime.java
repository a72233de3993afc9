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
 * Reports the processor time of an operation in microseconds, all threads of the process
 * together. Unlike elapsed time it depends little on other processes, and it excludes
 * those that are waited for. Not nested, as JMH loads it by its canonical name.
 */
public final class ProcessorTime implements InternalProfiler {

	static final String LABEL = "cpu";

	private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

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
