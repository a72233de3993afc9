package org.campanile.web.cas.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.cas.CasService;
import org.campanile.protocol.ProtocolId;
import org.campanile.web.access.AccessProperties;
import org.campanile.web.access.AccessRuleProperties;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.cas.registry.ServiceFile.Entry;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks the files of CAS services in a home folder. */
public final class CasHome implements HomePart {

	@Override
	public void files(HomeInspection home) {
		ServicesFolder folder = new ServicesFolder(home.home().services());
		if (!Files.isDirectory(folder.path())) {
			return;
		}
		try {
			folder.ignored().forEach(line -> home.warn("services/" + line));
			List<ServiceFile> files = folder.read(context(home));
			ServiceSet set = ServiceSet.of(files, home.clock().instant());
			Stream.concat(files.stream().flatMap(file -> file.problems().stream()), set.problems().stream())
				.forEach(problem -> {
					String line = "services/" + problem.message();
					if (problem.fault()) {
						home.faults().add(line);
					}
					else {
						home.warn(line);
					}
				});
			unasked(files, home);
			disabled(files, home);
			home.summary().add("CAS services", set.services().size() + " in services/");
		}
		catch (IOException ex) {
			home.faults().add(folder.path() + ": cannot be read (" + ex + "); make it readable");
		}
	}

	/**
	 * Warns of rules that are not considered for a service, because it has its own: rules
	 * that name it, and rules that would deny it or demand more.
	 */
	private static void unasked(List<ServiceFile> files, HomeInspection home) {
		List<Entry> restricted = files.stream()
			.flatMap(file -> file.entries().stream())
			.filter(entry -> entry.service().ownRules() != null)
			.toList();
		List<AccessRuleProperties> rules = home.group(AccessProperties.class).rules();
		for (int i = 0; i < rules.size(); i++) {
			String key = "campanile.access.rules[" + i + "]";
			AccessRuleProperties rule = rules.get(i);
			List<String> named = Objects.requireNonNullElse(rule.services(), List.of());
			restricted.stream()
				.map(Entry::service)
				.filter(service -> named.contains(service.id())
						|| rule.effect() != AccessRuleProperties.Effect.PERMIT && rule.mayConcern(key, service))
				.map(CasService::id)
				.reduce((some, more) -> some + ", " + more)
				.ifPresent(ids -> home.warn(key + ": not considered for " + ids
						+ ", with access rules of its own in services/; repeat it there if it should hold"));
		}
	}

	/** Warns of services with rules that an outage of a source disables. */
	private static void disabled(List<ServiceFile> files, HomeInspection home) {
		Map<String, Set<String>> deciding = new LinkedHashMap<>();
		files.stream()
			.flatMap(file -> file.entries().stream())
			.forEach(entry -> Stream.ofNullable(entry.service().ownRules())
				.forEach(own -> deciding.put("services/" + entry.place() + ": access", own.deciding())));
		ConfiguredSources.of(home.configuration().nested())
			.disabled(deciding,
					home.group(AttributesProperties.class)
						.settings(home.group(CampanileProperties.class).identityProvider()))
			.forEach(home::warn);
	}

	@Override
	public ProtocolId protocol() {
		return CasService.PROTOCOL;
	}

	/**
	 * Returns the ids of services, including those in faulty files as far as they could
	 * be read.
	 */
	@Override
	public Set<String> serviceIds(HomeInspection home) {
		try {
			return new ServicesFolder(home.home().services()).read(context(home))
				.stream()
				.flatMap(file -> file.entries().stream())
				.map(entry -> entry.service().id())
				.collect(Collectors.toUnmodifiableSet());
		}
		catch (IOException ex) {
			// Reported where the files are checked.
			return Set.of();
		}
	}

	private static ServiceContext context(HomeInspection home) {
		return ServiceContext.of(
				home.group(AttributesProperties.class)
					.attributeIds(home.group(CampanileProperties.class).identityProvider()),
				home.group(AccessProperties.class));
	}

}
