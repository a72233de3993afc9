package org.campanile.perf.scenario;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

import org.campanile.perf.result.Spread;

/**
 * What a figure is to be at most. It is met only if every round meets it.
 *
 * @param figure its name with its unit
 * @param most the aim
 */
record Aim(String figure, double most) {

	/** Keeps figure, spread and aim, and says in a sentence whether it is met. */
	void judge(Run run, String cell, Spread measured) throws IOException {
		run.facts(cell, Map.of(figure, measured.median(), figure + ", lowest", measured.min(), figure + ", highest",
				measured.max(), figure + ", aim", most));
		run.remark(verdict(cell, measured));
	}

	/** Such as {@code TOTP: CPU …: 0.38 (0.35–0.41); aim: at most 0.45: met}. */
	String verdict(String cell, Spread measured) {
		String outcome = measured.max() <= most ? "met" : measured.min() > most ? "missed" : "not met in every round";
		return String.format(Locale.ROOT, "%s: %s: %.2f (%.2f–%.2f); aim: at most %.2f: %s", cell, figure,
				measured.median(), measured.min(), measured.max(), most, outcome);
	}

}
