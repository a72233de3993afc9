package org.campanile.web.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.campanile.store.ChosenStore;

/**
 * What a check of the configuration came to.
 *
 * @param faults every fault, as {@code key: what is wrong; what to do}, with file and
 * line where they are known, in the order of the groups; empty if the configuration is
 * sound
 * @param groups the groups that could be read, by their record
 * @param tls whether the server's own connector speaks TLS
 * @param management where the management port is
 * @param chosenStore the settings of the store; empty if it has none of its own
 * @param nested reads groups below names that are chosen
 * @param locating puts file and line behind the key that a fault begins with
 */
public record ConfigurationReport(List<String> faults, Map<Class<?>, Object> groups, boolean tls,
		ManagementPort management, Optional<ChosenStore> chosenStore, NestedSettings nested, UnaryOperator<String> locating) {

	public ConfigurationReport {
		faults = List.copyOf(faults);
		groups = Map.copyOf(groups);
	}

	/** A fault with file and line behind its key. */
	public String located(String fault) {
		return locating.apply(fault);
	}

	/** A group as it was read; there is each of them if there are no faults. */
	public <T> T group(Class<T> type) {
		Object group = groups.get(type);
		if (group == null) {
			throw new IllegalStateException(type.getSimpleName() + " could not be read; its faults come first");
		}
		return type.cast(group);
	}

	/**
	 * Where a server's management port is, as its configuration says.
	 *
	 * @param port 0 if the system chooses it at each start, -1 if there is none
	 * @param address of the interface it listens on; empty for all
	 * @param tls whether it speaks TLS
	 * @param path what the paths of all endpoints begin with, such as {@code /actuator}
	 */
	public record ManagementPort(int port, String address, boolean tls, String path) {
	}

}
