package org.campanile.perf.scenario;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Locale;

import org.campanile.perf.result.Interval;

/**
 * Decides how many rounds are measured: as many as the scenario has, or until the
 * interval of every ratio is as narrow as asked for, or the time is over. Used by one
 * thread.
 */
final class Rounds {

	private final RunOptions.Precision precision;

	private final int least;

	private final InstantSource clock;

	private final Instant began;

	private int done;

	/**
	 * @param own the number of rounds of the scenario, unless the options say otherwise
	 */
	Rounds(RunOptions.Pace pace, int own, InstantSource clock) {
		this.precision = pace.precision();
		this.least = precision.isAsked() ? Math.max(Interval.LEAST, pace.repeats(0)) : pace.repeats(own);
		this.clock = clock;
		this.began = clock.instant();
	}

	void done() {
		done++;
	}

	/**
	 * Whether another round must be measured.
	 * @param ratios the ratios of the rounds so far
	 */
	boolean needsMore(Collection<Interval> ratios) {
		if (done < least && !(precision.isAsked() && done > 0 && isOver())) {
			return true;
		}
		return precision.isAsked() && !ratios.isEmpty() && !isNarrow(ratios) && !isOver();
	}

	/** Whether the time is over; never before a round has been measured. */
	private boolean isOver() {
		return Duration.between(began, clock.instant()).compareTo(precision.limit()) >= 0;
	}

	private boolean isNarrow(Collection<Interval> ratios) {
		return ratios.stream().allMatch(ratio -> ratio.enough() && ratio.widerSide() <= precision.until());
	}

	/** Returns why no more rounds are measured; empty if a number was asked for. */
	String reason(Collection<Interval> ratios) {
		if (!precision.isAsked() || ratios.isEmpty()) {
			return "";
		}
		double widest = ratios.stream().mapToDouble(Interval::widerSide).max().orElse(0);
		return String.format(Locale.ROOT, "%d round%s; the widest interval of a ratio is ± %.1f %%%s", done,
				done == 1 ? "" : "s", widest * 100,
				isNarrow(ratios) ? "" : ", wider than asked for when the time was over" + few(ratios));
	}

	private static String few(Collection<Interval> ratios) {
		long few = ratios.stream().filter(ratio -> !ratio.enough()).count();
		return few == 0 ? ""
				: ", and %d of %d have fewer than %d figures".formatted(few, ratios.size(), Interval.LEAST);
	}

}
