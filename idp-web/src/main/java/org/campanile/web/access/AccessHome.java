package org.campanile.web.access;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.campanile.attribute.AttributeSettings;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.attribute.ReleaseProperties;
import org.campanile.web.attribute.ReleaseRuleProperties;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Warns of rules for services and protocols that do not exist, which are usually
 * misspelt, and of rules that do not apply during an outage.
 */
public final class AccessHome implements HomePart {

	private static final String SERVICE = "no service in metadata/, services/ or campanile.gate.sites";

	private static final String PROTOCOL = "no protocol";

	@Override
	public void files(HomeInspection home) {
		live(home);
		AttributeSettings settings = home.group(AttributesProperties.class)
			.settings(home.group(CampanileProperties.class).identityProvider());
		home.group(AccessProperties.class)
			.warnings(settings, ConfiguredSources.of(home.configuration().nested()))
			.forEach(home::warn);
	}

	@Override
	public boolean dependsOn(ConfigurationPropertyName setting) {
		String key = setting.toString();
		return key.startsWith("campanile.gate.")
				|| Stream.of(".services", ".protocols", ".deny-by-default").anyMatch(key::endsWith);
	}

	@Override
	public void live(HomeInspection home) {
		List<ReleaseRuleProperties> release = home.group(ReleaseProperties.class).rules();
		AccessProperties access = home.group(AccessProperties.class);
		Set<String> protocols = home.protocols();
		if (!access.deniesNothingByDefault()) {
			warn("campanile.access.deny-by-default", access.denyByDefault(), PROTOCOL, protocols, home);
		}
		if (release.isEmpty() && access.rules().isEmpty()) {
			return;
		}
		Set<String> services = home.serviceIds();
		for (int i = 0; i < release.size(); i++) {
			warn("campanile.release.rules[" + i + "].services", release.get(i).services(), SERVICE, services, home);
		}
		for (int i = 0; i < access.rules().size(); i++) {
			String rule = "campanile.access.rules[" + i + "].";
			warn(rule + "services", access.rules().get(i).services(), SERVICE, services, home);
			warn(rule + "protocols", access.rules().get(i).protocols(), PROTOCOL, protocols, home);
		}
	}

	private static void warn(String key, @Nullable List<String> names, String none, Set<String> known,
			HomeInspection home) {
		Stream.ofNullable(names)
			.flatMap(List::stream)
			.filter(name -> !name.equals("*") && !known.contains(name))
			.forEach(name -> home.warn(key + ": " + none + " is " + name + ConfiguredNames.suggestion(name, known)));
	}

}
