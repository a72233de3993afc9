package org.campanile.web.config;

import java.util.List;

/**
 * The result of a check of a home folder.
 *
 * @param faults the faults to be fixed, one line each
 * @param warnings what works but is probably not intended, one line each
 * @param summary the resulting configuration, in two columns
 */
public record HomeReport(List<String> faults, List<String> warnings, List<String> summary) {

	public HomeReport {
		faults = List.copyOf(faults);
		warnings = List.copyOf(warnings);
		summary = List.copyOf(summary);
	}

}
