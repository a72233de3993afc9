package org.campanile.perf.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.MachineUse;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a step.
 *
 * @param name heading of its row or column, with unit
 * @param decimals the number of printed decimals
 * @param value returns the value for a step; not a number if it has none
 */
record Figure(String name, int decimals, ToDoubleFunction<StepResult> value) {

	/** Sound answers a second, by password or with a session. */
	static final Figure LOGINS_PER_SECOND = new Figure("logins/s", 1, step -> step.load().perSecond());

	static final Figure MEAN = latency("avg, ms", 1, LatencyResult::mean);

	static final Figure P50 = latency("50 %, ms", 1, LatencyResult::p50);

	static final Figure P90 = latency("90 %, ms", 1, LatencyResult::p90);

	static final Figure P99 = latency("99 %, ms", 1, LatencyResult::p99);

	static final Figure MAX = latency("max, ms", 0, LatencyResult::max);

	/** The wait for all answers of a login; unknown if only the last was recorded. */
	static final Figure WHOLE_P99 = new Figure("99 % from the first request, ms", 1, step -> {
		Map<String, LatencyResult> requests = step.load().requests();
		String last = step.load().answering();
		boolean followsAForm = last.equals("login") && requests.containsKey("form");
		return part(requests.get(followsAForm ? LoadResult.WHOLE_LOGIN : last), LatencyResult::p99);
	});

	static final Figure FAILED = new Figure("failed, %", 2, Figure::failedPercent);

	static final Figure CPU_IDP = cpu("IdP, CPU ms/login", ProcessRole.IDENTITY_PROVIDER);

	/** The compilers' share of the servers' CPU time; none if 0 or unknown. */
	static final Figure COMPILING = new Figure("of it compiling, %", 0,
			step -> step.compiling() > 0 ? step.compiling() * 100 : Double.NaN);

	static final Figure CPU_DIRECTORY = cpu("directory, CPU ms/login", ProcessRole.DIRECTORY);

	static final Figure CPU_DATABASE = cpu("database, CPU ms/login", ProcessRole.DATABASE);

	static final Figure CPU_PROXY = cpu("proxy, CPU ms/login", ProcessRole.PROXY);

	static final Figure CPU_SERVICE = cpu("service, CPU ms/login", ProcessRole.SERVICE);

	static final Figure CPU_LOAD = new Figure("load, CPU ms/login", 2,
			step -> loadSeconds(step) * 1_000 / positive(answers(step)));

	/** The processor time of the whole server side without the directory. */
	static final Figure CPU_SERVERS = cpu("IdP + database + proxy, CPU ms/login", ProcessRole.IDENTITY_PROVIDER,
			ProcessRole.DATABASE, ProcessRole.PROXY);

	static final Figure BYTES = new Figure("bytes of pages/login", 0, step -> step.load().bytesReceived() <= 0
			? Double.NaN : step.load().bytesReceived() / positive(answers(step)));

	static final Figure HEAP = new Figure("heap, MB", 0, step -> sum(step, ProcessResult::heapBytes) / 1e6);

	static final Figure RESIDENT = new Figure("resident, MB", 0, step -> sum(step, ProcessResult::residentBytes) / 1e6);

	static final Figure COLLECTIONS = new Figure("collections/s", 2,
			step -> collected(step, ProcessResult::collections) / positive(step.load().seconds()));

	static final Figure PAUSES = new Figure("GC pauses, % of time", 2,
			step -> collected(step, ProcessResult::collectionSeconds) * 100 / positive(step.load().seconds()));

	/** The load generator's share of the machine's busy time. */
	static final Figure GENERATOR = ofMachine("load, % of busy time", 0,
			(machine, step) -> machine.shareOfBusy(loadSeconds(step)));

	static final Figure IDLE = ofMachine("machine idle, %", 0, (machine, step) -> machine.idle());

	static final Figure STOLEN = ofMachine("stolen by the host, %", 1, (machine, step) -> machine.stolen());

	/** The time for which control groups were throttled, all together. */
	static final Figure THROTTLED = new Figure("throttled, s", 2, step -> {
		MachineUse machine = step.machine();
		return machine == null ? Double.NaN : machine.throttledSeconds();
	});

	/** The figures that describe the conditions of each step. */
	static final List<Figure> CONDITIONS = List.of(COMPILING, GENERATOR, IDLE, STOLEN, THROTTLED);

	private static Figure ofMachine(String name, int decimals, ToDoubleBiFunction<MachineUse, StepResult> share) {
		return new Figure(name, decimals, step -> {
			MachineUse machine = step.machine();
			return machine == null ? Double.NaN : share.applyAsDouble(machine, step) * 100;
		});
	}

	/** Returns a figure of what the servers counted, for each login. */
	static Figure counted(String counter) {
		return new Figure(counter + "/login", 2, step -> {
			@Nullable Double count = step.counters().get(counter);
			return count == null ? Double.NaN : count / positive(answers(step));
		});
	}

	/** Returns the processor time of a role, as a percentage of one core. */
	static Figure busy(String tier, ProcessRole role) {
		return new Figure(tier + ", % of a core", 0,
				step -> cpuSeconds(step, role) * 100 / positive(step.load().seconds()));
	}

	static Figure perMinute(String name, ToDoubleFunction<LoadResult> count) {
		return new Figure(name, 1, step -> count.applyAsDouble(step.load()) * 60 / positive(step.load().seconds()));
	}

	/** Returns a figure of the latency of a kind of request. */
	static Figure of(String request, String name, int decimals, ToDoubleFunction<LatencyResult> part) {
		return new Figure(name, decimals, step -> part(step.load().requests().get(request), part));
	}

	/** Returns a figure of the latency of the request that the user waits for. */
	static Figure latency(String name, int decimals, ToDoubleFunction<LatencyResult> part) {
		return new Figure(name, decimals, step -> part(step.load().requests().get(step.load().answering()), part));
	}

	/**
	 * Returns a figure of the wait for all answers of a login, or for the one answer of
	 * what has no others.
	 */
	static Figure whole(String name, int decimals, ToDoubleFunction<LatencyResult> part) {
		return new Figure(name, decimals, step -> part(step.load().whole(), part));
	}

	/** Returns the same figure in another unit. */
	Figure as(String otherName, int otherDecimals, double factor) {
		return new Figure(otherName, otherDecimals, step -> value.applyAsDouble(step) * factor);
	}

	double of(StepResult step) {
		return value.applyAsDouble(step);
	}

	private static Figure cpu(String name, ProcessRole... roles) {
		Set<ProcessRole> wanted = Set.copyOf(Arrays.asList(roles));
		return new Figure(name, 2,
				step -> step.processes().stream().noneMatch(process -> wanted.contains(process.role())) ? Double.NaN
						: wanted.stream().mapToDouble(step::cpuMillisEach).sum());
	}

	private static double cpuSeconds(StepResult step, ProcessRole role) {
		return step.processes().stream().noneMatch(process -> process.role() == role) ? Double.NaN
				: step.processes()
					.stream()
					.filter(process -> process.role() == role)
					.mapToDouble(ProcessResult::cpuSeconds)
					.sum();
	}

	/** Returns the generator's processor time, by itself or else as measured. */
	private static double loadSeconds(StepResult step) {
		double reported = step.load().generator().cpuSeconds();
		return reported > 0 ? reported : cpuSeconds(step, ProcessRole.LOAD);
	}

	/** Returns the sum over all nodes; unknown if it is 0 for all of them. */
	private static double sum(StepResult step, ToDoubleFunction<ProcessResult> part) {
		double sum = step.processes()
			.stream()
			.filter(process -> process.role() == ProcessRole.IDENTITY_PROVIDER)
			.mapToDouble(part)
			.sum();
		return sum == 0 ? Double.NaN : sum;
	}

	/** Returns a sum over collections; 0 is unknown unless the heap is known. */
	private static double collected(StepResult step, ToDoubleFunction<ProcessResult> part) {
		double sum = sum(step, part);
		return Double.isNaN(sum) && sum(step, ProcessResult::heapBytes) > 0 ? 0 : sum;
	}

	/** Returns failures as a percentage of journeys, as their answers vary in number. */
	private static double failedPercent(StepResult step) {
		double failed = step.load().failed();
		return failed * 100 / positive(answers(step) + failed);
	}

	private static double part(@Nullable LatencyResult latency, ToDoubleFunction<LatencyResult> part) {
		return latency == null || latency.count() == 0 ? Double.NaN : part.applyAsDouble(latency);
	}

	private static double answers(StepResult step) {
		return step.load().sound();
	}

	/** Makes a divisor of 0 not a number, so that a share of nothing is none. */
	private static double positive(double divisor) {
		return divisor > 0 ? divisor : Double.NaN;
	}

}
