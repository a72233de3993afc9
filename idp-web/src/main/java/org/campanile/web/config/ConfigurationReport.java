package org.campanile.web.config;

import java.util.List;
import java.util.Map;

/** What a check of the configuration came to. */
public final class ConfigurationReport {

	private final List<ConfigurationFault> faults;

	private final Map<Class<?>, Object> groups;

	private final boolean tls;

	/**
	 * @param tls whether the server's own connector speaks TLS
	 */
	ConfigurationReport(List<ConfigurationFault> faults, Map<Class<?>, Object> groups, boolean tls) {
		this.tls = tls;
		this.faults = List.copyOf(faults);
		this.groups = Map.copyOf(groups);
	}

	/** Every fault, in the order of the groups; empty if the configuration is sound. */
	public List<ConfigurationFault> faults() {
		return faults;
	}

	/** Whether the server's own connector speaks TLS. */
	boolean tls() {
		return tls;
	}

	/** A group as it was read; there is each of them if there are no faults. */
	<T> T group(Class<T> type) {
		Object group = groups.get(type);
		if (group == null) {
			throw new IllegalStateException(type.getSimpleName() + " could not be read; its faults come first");
		}
		return type.cast(group);
	}

}
