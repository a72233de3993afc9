package org.campanile.web.config;

import java.util.List;

/**
 * What a check of a home folder came to.
 *
 * @param faults the faults to be fixed, one line each
 * @param warnings what works and is probably not meant, one line each
 * @param summary what the server would be, in two columns
 */
public record HomeReport(List<String> faults, List<String> warnings, List<String> summary) {

	public HomeReport {
		faults = List.copyOf(faults);
		warnings = List.copyOf(warnings);
		summary = List.copyOf(summary);
	}

}
