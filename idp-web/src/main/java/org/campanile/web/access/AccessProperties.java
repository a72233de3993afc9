package org.campanile.web.access;

import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import jakarta.validation.Valid;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeSettings;
import org.campanile.protocol.ProtocolId;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The settings of who may use which service, whatever its protocol.
 *
 * @param order which of several rules that apply decides: the {@code first-match}, or the
 * {@code most-specific}
 * @param denyByDefault the protocols for whose services access is denied if no rule
 * applies; {@code none} alone for no protocol
 * @param groupAttribute the attribute with groups
 * @param affiliationAttribute the attribute with affiliations
 * @param timeZone the time zone of times, such as {@code Europe/Berlin}; without it that
 * of the server
 * @param rules the rules
 */
@Validated
@ConfigurationProperties("campanile.access")
public record AccessProperties(@DefaultValue("first-match") AccessRules.Order order,
		@DefaultValue("gate") List<String> denyByDefault, @DefaultValue("isMemberOf") String groupAttribute,
		@DefaultValue("eduPersonAffiliation") String affiliationAttribute, @Nullable String timeZone,
		@DefaultValue List<@Valid AccessRuleProperties> rules) implements CheckedProperties {

	private static final String PREFIX = "campanile.access.";

	/**
	 * The rules of the core.
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	public AccessRules accessRules(Optional<Set<String>> attributeIds, InstantSource clock) {
		AccessRuleProperties.Common common = common(attributeIds);
		return new AccessRules(IntStream.range(0, rules.size()).mapToObj(i -> rule(i, common)).toList(), order,
				denyByDefault.stream().map(ProtocolId::new).collect(Collectors.toSet()), clock);
	}

	/** Whether the setting says that access is never denied by default. */
	public boolean deniesNothingByDefault() {
		return denyByDefault.equals(List.of("none"));
	}

	/** Returns a warning for each rule that an outage of a source disables. */
	List<String> warnings(AttributeSettings settings, ConfiguredSources sources) {
		AccessRuleProperties.Common common = common(Optional.empty());
		Map<String, Set<String>> deciding = new LinkedHashMap<>();
		IntStream.range(0, rules.size()).forEach(i -> deciding.put(key(i), rule(i, common).deciding()));
		return sources.disabled(deciding, settings);
	}

	private AccessRule rule(int index, AccessRuleProperties.Common common) {
		return rules.get(index).rule(key(index), unnamed(index), common);
	}

	private static String key(int index) {
		return PREFIX + "rules[" + index + "]";
	}

	private static String unnamed(int index) {
		return "rule " + (index + 1);
	}

	/**
	 * Returns the settings shared by all rules, including those in files of services.
	 * @throws IllegalArgumentException if the time zone is none; the message begins with
	 * the key
	 */
	public AccessRuleProperties.Common common(Optional<Set<String>> attributeIds) {
		try {
			return new AccessRuleProperties.Common(groupAttribute, affiliationAttribute,
					timeZone == null ? ZoneId.systemDefault() : ZoneId.of(timeZone), attributeIds);
		}
		catch (DateTimeException ex) {
			throw new IllegalArgumentException(
					PREFIX + "time-zone: '" + timeZone + "' is no time zone; write one such as Europe/Berlin", ex);
		}
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		if (denyByDefault.isEmpty()) {
			faults.add(PREFIX + "deny-by-default: is empty; name protocols, such as gate, write [none] to permit "
					+ "whatever no rule denies, or remove it");
		}
		denyByDefault.stream()
			.filter(name -> name.isBlank() || name.equals("*"))
			.forEach(name -> faults.add(PREFIX + "deny-by-default: '" + name
					+ "' is no protocol; name each one, such as [gate, saml, cas]"));
		Set<String> names = new HashSet<>();
		IntStream.range(0, rules.size()).forEach(i -> rules.get(i).requireOwnName(key(i), unnamed(i), names, faults));
		faults.value(() -> common(context.attributeIds()))
			.ifPresent(common -> IntStream.range(0, rules.size()).forEach(i -> faults.check(() -> rule(i, common))));
	}

}
