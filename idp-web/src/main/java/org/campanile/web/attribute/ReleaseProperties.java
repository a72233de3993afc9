package org.campanile.web.attribute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import jakarta.validation.Valid;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.release.ReleaseBundle;
import org.campanile.release.ReleaseRule;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.Faults;

/**
 * The settings of which service gets which attributes. Nothing is released that no rule
 * names.
 *
 * @param bundles built-in rules for entity categories: {@code research-and-scholarship},
 * {@code code-of-conduct}, {@code anonymous}, {@code pseudonymous}, {@code personalized}
 * @param rules own rules; what one denies no other can permit
 */
@Validated
@ConfigurationProperties("campanile.release")
public record ReleaseProperties(@DefaultValue List<String> bundles,
		@DefaultValue List<@Valid ReleaseRuleProperties> rules) implements CheckedProperties {

	private static final String PREFIX = "campanile.release.";

	/**
	 * Returns the rules for the core: the configured ones, then those of the bundles.
	 * @param attributeIds the ids of all attributes there can be
	 * @throws IllegalArgumentException if a rule names no service, no attribute, or one
	 * that does not exist; the message begins with the key
	 */
	public List<ReleaseRule> releaseRules(Set<String> attributeIds) {
		List<ReleaseRule> all = new ArrayList<>();
		for (int index = 0; index < rules.size(); index++) {
			String key = PREFIX + "rules[" + index + "]";
			all.add(rules.get(index).rule(key, "rule " + (index + 1), attributeIds));
		}
		for (int index = 0; index < bundles.size(); index++) {
			String key = PREFIX + "bundles[" + index + "]";
			all.add(categoryRule(key, bundles.get(index)));
		}
		return all;
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		for (int index = 0; index < bundles.size(); index++) {
			String key = PREFIX + "bundles[" + index + "]";
			String name = bundles.get(index);
			faults.check(() -> categoryRule(key, name));
		}
		for (int index = 0; index < rules.size(); index++) {
			rules.get(index).check(PREFIX + "rules[" + index + "]", context.attributeIds(), faults);
		}
	}

	private static ReleaseRule categoryRule(String key, String name) {
		ReleaseBundle bundle = bundle(key, name);
		if (bundle.categories().isEmpty()) {
			throw new IllegalArgumentException(key + ": '" + bundle.configuredName()
					+ "' belongs to no entity category; name it as the bundle of a rule that says which services get it");
		}
		return bundle.rule();
	}

	static ReleaseBundle bundle(String key, String name) {
		List<String> known = Arrays.stream(ReleaseBundle.values()).map(ReleaseBundle::configuredName).toList();
		return ReleaseBundle.named(name)
			.orElseThrow(() -> new IllegalArgumentException(key + ": there is no bundle '" + name + "' among "
					+ String.join(", ", known) + ConfiguredNames.suggestion(name, known)));
	}

}
