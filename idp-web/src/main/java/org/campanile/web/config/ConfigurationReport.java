package org.campanile.web.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.campanile.store.ChosenStore;

/** What a check of the configuration came to. */
public final class ConfigurationReport {

	private final List<ConfigurationFault> faults;

	private final Map<Class<?>, Object> groups;

	private final boolean tls;

	private final ManagementPort management;

	private final Optional<ChosenStore> chosenStore;

	private final UnaryOperator<String> located;

	/**
	 * @param tls whether the server's own connector speaks TLS
	 * @param management where the management port is
	 * @param chosenStore the settings of the store; empty if it has none of its own
	 * @param located puts file and line behind the key that a fault begins with
	 */
	ConfigurationReport(List<ConfigurationFault> faults, Map<Class<?>, Object> groups, boolean tls,
			ManagementPort management, Optional<ChosenStore> chosenStore, UnaryOperator<String> located) {
		this.chosenStore = chosenStore;
		this.located = located;
		this.tls = tls;
		this.management = management;
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

	/** Where the management port is. */
	public ManagementPort management() {
		return management;
	}

	/** The settings of the store; empty if it has none of its own. */
	public Optional<ChosenStore> chosenStore() {
		return chosenStore;
	}

	/** A fault with file and line behind its key. */
	public String located(String fault) {
		return located.apply(fault);
	}

	/** A group as it was read; there is each of them if there are no faults. */
	public <T> T group(Class<T> type) {
		Object group = groups.get(type);
		if (group == null) {
			throw new IllegalStateException(type.getSimpleName() + " could not be read; its faults come first");
		}
		return type.cast(group);
	}

}
