package org.campanile.perf.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How warm a server is, judged slice by slice of the load that warms it up. One whose
 * compilers are known is warm when they take less than a fiftieth of its processor time;
 * another one when its logins no longer take less from slice to slice. Used by one
 * thread.
 */
final class Warmth {

	/**
	 * Share of a slice's processor time below which nothing worth waiting for is left.
	 */
	static final double COMPILED = 0.02;

	/** By which a login may take less than one three slices before. */
	private static final double SETTLED = 0.02;

	private static final int SETTLED_SLICES = 3;

	private final long least;

	private final long most;

	private final List<Slice> slices = new ArrayList<>();

	private long logins;

	/**
	 * @param least how many logins must have been made
	 * @param most how many are enough, warm or not
	 */
	Warmth(long least, long most) {
		this.least = least;
		this.most = most;
	}

	/**
	 * A slice of the load.
	 *
	 * @param logins how many were made
	 * @param cpuMillisEach what each took of the server's processor time; not a number if
	 * that is not known
	 * @param compiling share of that for compilers; not a number if that is not known
	 */
	record Slice(long logins, double cpuMillisEach, double compiling) {
	}

	/** What was made by now, and other bounds. */
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

	/** Whether another slice is to be made. */
	boolean needsMore() {
		return logins < least || logins < most && !isWarm() && isKnown();
	}

	/** Without a look at its processor time there is only the count. */
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

	/** The share of the last slice for compilers; not a number if it is not known. */
	double compiling() {
		return slices.isEmpty() ? Double.NaN : slices.getLast().compiling();
	}

	/** Such as {@code warm by 25,000 logins: 1.4 % compiling}. */
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
