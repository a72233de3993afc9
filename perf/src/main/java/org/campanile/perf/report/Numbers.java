package org.campanile.perf.report;

import java.util.Locale;
import java.util.Optional;

import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.Spread;

/** Formats figures for people. */
final class Numbers {

	private Numbers() {
	}

	/** Formats with that many decimals; {@link Table#MISSING} if not finite. */
	static String of(double value, int decimals) {
		return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + decimals + "f", value + 0.0) : Table.MISSING;
	}

	/** Formats with three significant digits, or more before the point. */
	static String of(double value) {
		double size = Math.abs(value);
		return of(value,
				size == Math.rint(size) && size < 1e15 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
	}

	/** Formats the median, with the range if there were repeats. */
	static String of(Optional<Spread> spread, int decimals) {
		return spread.map(one -> range(of(one.median(), decimals), of(one.min(), decimals), of(one.max(), decimals)))
			.orElse(Table.MISSING);
	}

	/** Formats the median, with the interval if it is one. */
	static String ofInterval(Optional<Interval> interval, int decimals) {
		return interval.map(one -> {
			String low = of(one.low(), decimals);
			String high = of(one.high(), decimals);
			return of(one.value(), decimals) + (low.equals(high) ? "" : " [" + low + "–" + high + "]");
		}).orElse(Table.MISSING);
	}

	/** Formats a median with its range, which is left out if both ends read the same. */
	static String range(String median, String min, String max) {
		return min.equals(max) ? median : median + " (" + min + "–" + max + ")";
	}

	/** Formats bytes in a suitable unit. */
	static String bytes(double bytes) {
		if (bytes >= 1e9) {
			return of(bytes / 1e9, 2) + " GB";
		}
		return bytes >= 1e6 ? of(bytes / 1e6, 1) + " MB" : bytes >= 1e4 ? of(bytes / 1e3, 1) + " kB" : of(bytes, 0);
	}

	/** Formats a share as a percentage. */
	static String percent(double share) {
		return of(share * 100, 1);
	}

}
