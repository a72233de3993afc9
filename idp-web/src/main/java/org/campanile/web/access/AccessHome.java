package org.campanile.web.access;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import org.campanile.protocol.ProtocolId;
import org.campanile.web.attribute.ReleaseProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Warns of rules that name services, or protocols, which nobody knows. */
public final class AccessHome implements HomePart {

	private static final List<ConfigurationPropertyName> RULES = List.of(
			ConfigurationPropertyName.of("campanile.access.rules"),
			ConfigurationPropertyName.of("campanile.release.rules"));

	@Override
	public void settings(HomeInspection home) {
		int rules = home.group(AccessProperties.class).rules().size();
		if (rules > 0) {
			home.summary().add("access rules", String.valueOf(rules));
		}
	}

	@Override
	public void files(HomeInspection home) {
		live(home);
	}

	@Override
	public boolean dependsOn(ConfigurationPropertyName setting) {
		String last = setting.getLastElement(ConfigurationPropertyName.Form.UNIFORM);
		return (last.equals("services") || last.equals("protocols"))
				&& RULES.stream().anyMatch(rules -> rules.isAncestorOf(setting) || isIndexed(rules, setting));
	}

	/** Whether it stands below a member of the list. */
	private static boolean isIndexed(ConfigurationPropertyName list, ConfigurationPropertyName setting) {
		return setting.toString().startsWith(list + "[");
	}

	@Override
	public void live(HomeInspection home) {
		home.withServices(services -> {
			List<AccessRuleProperties> access = home.group(AccessProperties.class).rules();
			for (int i = 0; i < access.size(); i++) {
				String key = "campanile.access.rules[" + i + "]";
				strangers(key, access.get(i).services(), services, home);
				access.get(i)
					.protocols()
					.stream()
					.filter(protocol -> !services.containsKey(new ProtocolId(protocol)))
					.forEach(protocol -> home.warn(key + ".protocols: there are no services of a protocol '" + protocol
							+ "'" + ConfiguredNames.suggestion(protocol,
									services.keySet().stream().map(ProtocolId::code).toList())));
			}
			List<List<String>> release = home.group(ReleaseProperties.class)
				.rules()
				.stream()
				.map(rule -> rule.services())
				.toList();
			for (int i = 0; i < release.size(); i++) {
				strangers("campanile.release.rules[" + i + "]", release.get(i), services, home);
			}
		});
	}

	private static void strangers(String key, List<String> ids, Map<ProtocolId, Set<String>> services,
			HomeInspection home) {
		Set<String> known = services.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
		ids.stream()
			.filter(id -> !"*".equals(id) && !known.contains(id))
			.forEach(id -> home
				.warn(key + ".services: no service is called " + id + ConfiguredNames.suggestion(id, known)));
	}

}
