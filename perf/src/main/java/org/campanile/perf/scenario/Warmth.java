package org.campanile.perf.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Judges how warm a server is, slice by slice of the load that warms it up. If the time
 * of its compilers is known, it is warm when they take less than a fiftieth of its
 * processor time; otherwise, when its logins no longer become cheaper. Used by one
 * thread.
 */
final class Warmth {

	/**
	 * The share of compilers in a slice's processor time below which waiting is no longer
	 * worthwhile.
	 */
	static final double COMPILED = 0.02;

	/** The saving over three slices below which a server counts as warm. */
	private static final double SETTLED = 0.02;

	private static final int SETTLED_SLICES = 3;

	private final long least;

	private final long most;

	private final List<Slice> slices = new ArrayList<>();

	private long logins;

	/**
	 * @param least the least number of logins
	 * @param most the number of logins that is enough, warm or not
	 */
	Warmth(long least, long most) {
		this.least = least;
		this.most = most;
	}

	/**
	 * A slice of the load.
	 *
	 * @param logins the number of logins
	 * @param cpuMillisEach the server's processor time for each login; not a number if
	 * unknown
	 * @param compiling the compilers' share of that; not a number if unknown
	 */
	record Slice(long logins, double cpuMillisEach, double compiling) {
	}

	/** Returns the same slices with other bounds. */
	Warmth within(long atLeast, long atMost) {
		Warmth same = new Warmth(atLeast, atMost);
		slices.forEach(same::add);
		return same;
	}

	void add(Slice slice) {
		slices.add(slice);
		logins += slice.logins();
	}

	long logins() {
		return logins;
	}

	/** Whether another slice is needed. */
	boolean needsMore() {
		return logins < least || logins < most && !isWarm() && isKnown();
	}

	/** Whether processor time is known; otherwise only the logins count. */
	private boolean isKnown() {
		return slices.isEmpty() || Double.isFinite(slices.getLast().cpuMillisEach());
	}

	boolean isWarm() {
		if (slices.isEmpty() || !isKnown()) {
			return false;
		}
		double compiling = slices.getLast().compiling();
		return Double.isFinite(compiling) ? compiling < COMPILED : isSettled();
	}

	private boolean isSettled() {
		if (slices.size() < SETTLED_SLICES) {
			return false;
		}
		List<Slice> last = slices.subList(slices.size() - SETTLED_SLICES, slices.size());
		double before = last.getFirst().cpuMillisEach();
		return last.stream().allMatch(slice -> slice.cpuMillisEach() >= before * (1 - SETTLED));
	}

	/** Returns the compilers' share in the last slice; not a number if unknown. */
	double compiling() {
		return slices.isEmpty() ? Double.NaN : slices.getLast().compiling();
	}

	/** Returns a text such as {@code warm by 25,000 logins: 1.4 % compiling}. */
	String sentence() {
		String count = String.format(Locale.ROOT, "%,d logins", logins);
		if (!isKnown()) {
			return "warmed up by " + count + "; whether it is warm is not known, as its processor time is not";
		}
		String why = Double.isFinite(compiling())
				? String.format(Locale.ROOT, "%.1f %% of its processor time for compilers", compiling() * 100)
				: isSettled() ? "its logins take no less any longer" : "its logins took less and less";
		return (isWarm() ? "warm by " : "not warm by ") + count + ": " + why;
	}

}
