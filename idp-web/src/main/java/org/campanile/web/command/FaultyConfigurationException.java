package org.campanile.web.command;

import java.util.List;

import org.campanile.web.config.ConfigurationFault;

/** The configuration has faults; the server was not started. */
final class FaultyConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<ConfigurationFault> faults;

	FaultyConfigurationException(List<ConfigurationFault> faults) {
		super(faults.size() + " faults in the configuration");
		this.faults = List.copyOf(faults);
	}

	List<ConfigurationFault> faults() {
		return faults;
	}

}
