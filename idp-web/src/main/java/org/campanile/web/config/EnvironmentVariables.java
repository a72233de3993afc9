package org.campanile.web.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import org.campanile.web.config.PropertyCatalogue.Key;

/**
 * Checks environment variables and system properties with the prefix {@code campanile}.
 * The environment is shared with the launcher, the container and the cluster, so only a
 * name that looks like a misspelt setting is a fault: one below a group of settings, or
 * one close to a known key.
 */
final class EnvironmentVariables {

	private static final String PREFIX = "campanile";

	private static final Pattern SEPARATORS = Pattern.compile("[_.\\-\\[\\]]+");

	/**
	 * Matches the variables that Kubernetes and Docker set for a service named campanile
	 * or campanile-ldap.
	 */
	private static final Pattern SERVICE_LINK = Pattern
		.compile("(?i).*_(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

	private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

	private final KeyTree keys;

	/** Keys without a list index or a map key, by their form without separators. */
	private final Map<String, String> plain = new LinkedHashMap<>();

	EnvironmentVariables(KeyTree keys) {
		this.keys = keys;
		PropertyCatalogue.keys()
			.stream()
			.map(Key::name)
			.filter(name -> !name.contains("*") && !name.equals(HomeEnvironment.HOME))
			.forEach(name -> plain.put(String.join("", parts(name)), name));
	}

	/**
	 * The parts of a name after the prefix, in lower case; empty if it lacks the prefix.
	 */
	private static List<String> parts(String name) {
		String[] parts = SEPARATORS.split(name.toLowerCase(Locale.ROOT));
		return parts.length > 0 && parts[0].equals(PREFIX) ? Arrays.asList(parts).subList(1, parts.length) : List.of();
	}

	/**
	 * Whether a variable must not be bound: the prefix alone would become the value of
	 * the whole tree, and the service link of a service named campanile-storage-hazelcast
	 * would become a port. Other service links match no setting, and the file may refer
	 * to them.
	 */
	static boolean isNoSetting(String name, String value) {
		return name.equalsIgnoreCase(PREFIX) || !parts(name).isEmpty() && isServiceAddress(name, value);
	}

	private static boolean isServiceLink(String name, String value) {
		return SERVICE_LINK.matcher(name).matches() || isServiceAddress(name, value);
	}

	private static boolean isServiceAddress(String name, String value) {
		return name.toUpperCase(Locale.ROOT).endsWith("_PORT") && SERVICE_ADDRESS.matcher(value).matches();
	}

	/** The fault of a variable that looks like a setting, with the remedy. */
	Optional<String> fault(String name, String value) {
		List<String> parts = parts(name);
		if (parts.isEmpty() || isServiceLink(name, value) || keys.knows(parts)) {
			return Optional.empty();
		}
		Optional<String> close = ConfiguredNames.close(String.join("", parts), plain.keySet())
			.map(letters -> plain.getOrDefault(letters, letters));
		if (close.isPresent()) {
			return close.map(key -> "unknown key; did you mean " + (name.contains(".") ? key : variable(key)) + "?");
		}
		return keys.isBelowGroup(parts) ? keys.fault(propertyName(parts), value.isBlank()) : Optional.empty();
	}

	private static String variable(String key) {
		return key.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
	}

	private static ConfigurationPropertyName propertyName(List<String> parts) {
		StringBuilder name = new StringBuilder(PREFIX);
		parts.forEach(part -> name.append(part.matches("[0-9]+") ? "[" + part + "]" : "." + part));
		return ConfigurationPropertyName.adapt(name, '.');
	}

}
