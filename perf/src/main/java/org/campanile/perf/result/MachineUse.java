package org.campanile.perf.result;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a whole machine did over a period, all processors together, as Linux counted it.
 *
 * @param busySeconds in which a processor worked, for whomever
 * @param idleSeconds in which it had nothing to do, or waited for a disk
 * @param stealSeconds in which it was with another guest of the same host
 * @param throttledPeriods in which a control group of the measured processes had used up
 * its share
 * @param throttledSeconds that they waited for the next period, together
 */
public record MachineUse(double busySeconds, double idleSeconds, double stealSeconds, long throttledPeriods,
		double throttledSeconds) {

	/** Of the busy time; with more the load generator had the machine. */
	private static final double GENERATOR_HAS_IT = 0.5;

	/** Of all time; with less, the process that used most had the machine. */
	private static final double NOTHING_LEFT = 0.05;

	/** Of all time, from 0 to 1. */
	public double idle() {
		return share(idleSeconds);
	}

	/** Of all time, from 0 to 1. */
	public double stolen() {
		return share(stealSeconds);
	}

	private double share(double seconds) {
		double all = busySeconds + idleSeconds + stealSeconds;
		return all > 0 ? seconds / all : 0;
	}

	/** Of the busy time, from 0 to 1. */
	public double shareOfBusy(double seconds) {
		return busySeconds > 0 ? Math.min(1, seconds / busySeconds) : 0;
	}

	/**
	 * Why the figures may be those of the load generator; empty if it left the servers
	 * enough.
	 * @param generatorSeconds processor time of the generator
	 * @param processes what the servers used, by process
	 */
	Optional<String> doubt(double generatorSeconds, List<ProcessResult> processes) {
		double generator = shareOfBusy(generatorSeconds);
		double largest = processes.stream()
			.filter(process -> process.role() != ProcessResult.ProcessRole.LOAD)
			.map(ProcessResult::cpuSeconds)
			.max(Comparator.naturalOrder())
			.orElse(0.0);
		if (generator <= GENERATOR_HAS_IT && !(idle() < NOTHING_LEFT && generatorSeconds > largest)) {
			return Optional.empty();
		}
		return Optional
			.of(String.format(Locale.ROOT, "the generator had the machine: %.0f %% of its busy time, with %.0f %% idle",
					generator * 100, idle() * 100));
	}

}
