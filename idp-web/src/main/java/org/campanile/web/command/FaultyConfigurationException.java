package org.campanile.web.command;

import java.util.List;

/** The configuration has faults; the server was not started. */
final class FaultyConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<String> faults;

	FaultyConfigurationException(List<String> faults) {
		super(faults.size() + " faults in the configuration");
		this.faults = List.copyOf(faults);
	}

	List<String> faults() {
		return faults;
	}

}
