package org.campanile.web.access;

import java.util.List;
import java.util.Set;

import org.campanile.web.attribute.ReleaseProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Warns of rules for services that no protocol knows, which are usually misspelt.
 */
public final class AccessHome implements HomePart {

	private static final String ALL = "*";

	@Override
	public void files(HomeInspection home) {
		live(home);
	}

	@Override
	public boolean dependsOn(ConfigurationPropertyName setting) {
		return setting.toString().endsWith(".services") || setting.toString().startsWith("campanile.gate.");
	}

	@Override
	public void live(HomeInspection home) {
		var release = home.group(ReleaseProperties.class).rules();
		var access = home.group(AccessProperties.class).rules();
		if (release.isEmpty() && access.isEmpty()) {
			return;
		}
		Set<String> known = home.serviceIds();
		for (int i = 0; i < release.size(); i++) {
			strangers("campanile.release.rules[" + i + "].services", release.get(i).services(), known, home);
		}
		for (int i = 0; i < access.size(); i++) {
			strangers("campanile.access.rules[" + i + "].services", access.get(i).services(), known, home);
		}
	}

	private static void strangers(String key, List<String> services, Set<String> known, HomeInspection home) {
		services.stream()
			.filter(id -> !ALL.equals(id) && !known.contains(id))
			.forEach(id -> home.warn(key + ": no service in metadata/, services/ or campanile.gate.sites is " + id
					+ ConfiguredNames.suggestion(id, known)));
	}

}
