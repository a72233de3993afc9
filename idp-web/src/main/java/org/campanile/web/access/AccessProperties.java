package org.campanile.web.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.protocol.ProtocolId;
import org.campanile.service.Service;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Who may use which service, whatever its protocol.
 *
 * @param order which rule counts if several apply: the first, or the most specific
 * @param closed the protocols by which nothing may be used that no rule permits
 * @param groupAttribute the attribute that lists a user's groups
 * @param affiliationAttribute the attribute that lists a user's affiliations
 * @param dnAttribute the attribute that is the distinguished name of a user's entry
 * @param timeZone the time zone of days and times in rules
 * @param rules the rules
 */
@Validated
@ConfigurationProperties("campanile.access")
public record AccessProperties(@DefaultValue("first-match") AccessRules.Order order,
		@DefaultValue("gate") List<String> closed, @DefaultValue("isMemberOf") String groupAttribute,
		@DefaultValue("eduPersonAffiliation") String affiliationAttribute,
		@DefaultValue("entryDN") String dnAttribute, @Nullable String timeZone,
		@DefaultValue List<@Valid AccessRuleProperties> rules) implements CheckedProperties {

	private static final String PREFIX = "campanile.access.";

	/**
	 * The rules of the core.
	 * @throws IllegalArgumentException if one is malformed; the message begins with the
	 * key
	 */
	public AccessRules accessRules() {
		List<AccessRule> all = new ArrayList<>();
		for (int i = 0; i < rules.size(); i++) {
			all.add(rules.get(i).rule(key(i), i + 1, common()));
		}
		return new AccessRules(all, order);
	}

	/**
	 * The rules that one service brings along, in the order that is set here.
	 * @param key the key of their list, for faults
	 * @throws IllegalArgumentException if one is malformed; the message begins with the
	 * key
	 */
	public AccessRules rulesOf(Service service, String key, List<AccessRuleProperties> own) {
		List<AccessRule> all = new ArrayList<>();
		for (int i = 0; i < own.size(); i++) {
			all.add(own.get(i).ruleOf(service, key + '[' + i + ']', i + 1, common()));
		}
		return new AccessRules(all, order);
	}

	/** Checks the rules that a service brings along, as {@link #check} does its own. */
	public void checkRules(String key, List<AccessRuleProperties> own, Optional<Set<String>> attributeIds,
			Faults faults) {
		for (int i = 0; i < own.size(); i++) {
			own.get(i).check(key + '[' + i + ']', common(), attributeIds, faults);
		}
	}

	/** The protocols by which nothing may be used that no rule permits. */
	public Set<ProtocolId> closedProtocols() {
		return closed.stream().map(ProtocolId::new).collect(Collectors.toSet());
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		if (timeZone != null) {
			faults.check(() -> ConditionProperties.zone(PREFIX + "time-zone", timeZone));
		}
		checkRules(PREFIX + "rules", rules, context.attributeIds(), faults);
		for (int i = 0; i < rules.size(); i++) {
			rules.get(i).checkServices(key(i), faults);
		}
		context.attributeIds().ifPresent(known -> {
			attribute("group-attribute", groupAttribute, known, ConditionProperties::groups, faults);
			attribute("affiliation-attribute", affiliationAttribute, known, ConditionProperties::affiliations, faults);
			attribute("dn-attribute", dnAttribute, known, ConditionProperties::dnSuffixes, faults);
		});
	}

	/** Only rules that need an attribute make it needed. */
	private void attribute(String key, String id, Set<String> known,
			Function<ConditionProperties, List<String>> values, Faults faults) {
		boolean used = rules.stream()
			.flatMap(rule -> Stream.of(Optional.ofNullable(rule.when()),
					Optional.ofNullable(rule.unless())))
			.flatMap(Optional::stream)
			.anyMatch(condition -> !values.apply(condition).isEmpty());
		if (used) {
			faults.check(() -> Faults.requireAttribute(PREFIX + key, id, known));
		}
	}

	private ConditionProperties.Common common() {
		return new ConditionProperties.Common(groupAttribute, affiliationAttribute, dnAttribute, timeZone);
	}

	private static String key(int index) {
		return PREFIX + "rules[" + index + "]";
	}

}
