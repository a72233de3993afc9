package org.campanile.web.config;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.campanile.store.ChosenStore;

/**
 * The result of a check of the configuration.
 *
 * @param faults every fault, as {@code key: what is wrong; what to do}, with file and
 * line where known, in the order of the groups; empty if the configuration is valid
 * @param groups the groups that could be read, by their record
 * @param tls whether the server's own connector uses TLS
 * @param management the address of the management port
 * @param chosenStores the settings of the chosen stores that have any, by their type
 * @param nested reads groups below names that administrators choose
 * @param locating inserts file and line after the key that a fault begins with
 */
public record ConfigurationReport(List<String> faults, Map<Class<?>, Object> groups, boolean tls,
		ManagementPort management, Map<String, ChosenStore> chosenStores, NestedSettings nested,
		UnaryOperator<String> locating) {

	public ConfigurationReport {
		faults = List.copyOf(faults);
		groups = Map.copyOf(groups);
		chosenStores = Map.copyOf(chosenStores);
	}

	/** The same report with these faults before its own. */
	public ConfigurationReport with(List<String> further) {
		return new ConfigurationReport(Stream.concat(further.stream(), faults.stream()).toList(), groups, tls,
				management, chosenStores, nested, locating);
	}

	/** A fault with file and line after its key. */
	public String located(String fault) {
		return locating.apply(fault);
	}

	/** A group as it was read. All of them are present if there are no faults. */
	public <T> T group(Class<T> type) {
		Object group = groups.get(type);
		if (group == null) {
			throw new IllegalStateException(type.getSimpleName() + " could not be read; its faults come first");
		}
		return type.cast(group);
	}

	/**
	 * The management port as configured.
	 *
	 * @param port 0 if the system chooses it at each start, -1 if there is none
	 * @param address of the interface it listens on; empty for all
	 * @param tls whether it uses TLS
	 * @param path the base path of all endpoints, such as {@code /actuator}
	 */
	public record ManagementPort(int port, String address, boolean tls, String path) {
	}

}
