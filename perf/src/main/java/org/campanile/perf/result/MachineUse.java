package org.campanile.perf.result;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The use of a whole machine over a period, all processors together, as Linux counted it.
 *
 * @param busySeconds the time in which a processor worked for any process
 * @param idleSeconds the time in which a processor had nothing to do, or waited for a
 * disk
 * @param stealSeconds the time that the host gave to other guests
 * @param throttledPeriods the number of periods in which a control group of the measured
 * processes had used up its share
 * @param throttledSeconds the time for which these groups waited, together
 */
public record MachineUse(double busySeconds, double idleSeconds, double stealSeconds, long throttledPeriods,
		double throttledSeconds) {

	/** The share of busy time above which the generator dominates the machine. */
	private static final double GENERATOR_HAS_IT = 0.5;

	/** The idle share below which processes compete for the machine. */
	private static final double NOTHING_LEFT = 0.05;

	/** The share of busy time with which the generator may slow others then. */
	private static final double MUCH_OF_IT = 1.0 / 3;

	/** Returns the idle share of all time, from 0 to 1. */
	public double idle() {
		return share(idleSeconds);
	}

	/** Returns the stolen share of all time, from 0 to 1. */
	public double stolen() {
		return share(stealSeconds);
	}

	private double share(double seconds) {
		double all = busySeconds + idleSeconds + stealSeconds;
		return all > 0 ? seconds / all : 0;
	}

	/** Returns a processor time as a share of the busy time, from 0 to 1. */
	public double shareOfBusy(double seconds) {
		return busySeconds > 0 ? Math.min(1, seconds / busySeconds) : 0;
	}

	/**
	 * Returns why the figures may be those of the load generator; empty if it left the
	 * servers enough.
	 * @param generatorSeconds the generator's processor time
	 * @param processes the use of each process
	 */
	Optional<String> doubt(double generatorSeconds, List<ProcessResult> processes) {
		double generator = shareOfBusy(generatorSeconds);
		double others = processes.stream()
			.filter(process -> process.role() != ProcessResult.ProcessRole.LOAD)
			.mapToDouble(ProcessResult::cpuSeconds)
			.sum();
		boolean competes = idle() < NOTHING_LEFT && generator > MUCH_OF_IT && generatorSeconds > others;
		if (generator <= GENERATOR_HAS_IT && !competes) {
			return Optional.empty();
		}
		return Optional
			.of(String.format(Locale.ROOT, "the generator had the machine: %.0f %% of its busy time, with %.0f %% idle",
					generator * 100, idle() * 100));
	}

}
