package org.campanile.web.cas.registry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.cas.CasService;
import org.campanile.cas.CasServices;
import org.campanile.cas.RegexReach;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern;
import org.campanile.cas.ServiceUrlPattern.Exact;
import org.campanile.cas.ServiceUrlPattern.Prefix;
import org.campanile.web.cas.registry.ServiceFile.Entry;
import org.campanile.web.cas.registry.ServiceFile.Problem;

/**
 * The services of several files together. Of services that share an id or a URL, the
 * first is served.
 *
 * @param services the served services
 * @param problems the conflicts between the files
 * @param deciding the attributes that decide by the services' own access rules
 * @param usernames the attributes that are users' names at services
 */
record ServiceSet(CasServices services, List<Problem> problems, Set<String> deciding, Set<String> usernames) {

	ServiceSet {
		problems = List.copyOf(problems);
		deciding = Set.copyOf(deciding);
		usernames = Set.copyOf(usernames);
	}

	/**
	 * @param files in their order of precedence
	 * @param now decides which services have ended
	 */
	static ServiceSet of(List<ServiceFile> files, Instant now) {
		List<Problem> problems = new ArrayList<>();
		Map<String, Entry> byId = new LinkedHashMap<>();
		Map<List<Object>, Entry> byUrls = new HashMap<>();
		for (Entry entry : files.stream().flatMap(file -> file.entries().stream()).toList()) {
			CasService service = entry.service();
			Entry sameId = byId.get(service.id());
			Entry sameUrls = byUrls.get(List.of(service.urls(), service.order()));
			if (sameId != null) {
				problems.add(new Problem(true, entry.place() + ": id: " + sameId.place() + " has a service of the id '"
						+ service.id() + "' too, which is served; rename one of the two"));
			}
			else if (sameUrls != null) {
				problems.add(new Problem(true,
						entry.place() + ": service '" + service.id() + "' has the same URLs and the same order as '"
								+ sameUrls.service().id() + "' (" + sameUrls.place()
								+ "), which is served; remove one of the two"));
			}
			else {
				byId.put(service.id(), entry);
				byUrls.put(List.of(service.urls(), service.order()), entry);
			}
		}
		byId.values()
			.stream()
			.filter(entry -> entry.end() != null && !now.isBefore(entry.end()))
			.forEach(entry -> problems.add(new Problem(false, entry.place() + ": service '" + entry.service().id()
					+ "' ended at " + entry.end() + " and is not served; remove its file, or give it another end")));
		CasServices services = CasServices.of(byId.values().stream().map(entry -> ended(entry, now)).toList());
		overlaps(byId, services, problems);
		return new ServiceSet(services, problems,
				services.all()
					.stream()
					.flatMap(service -> Stream.ofNullable(service.ownRules()))
					.flatMap(own -> own.deciding().stream())
					.collect(Collectors.toSet()),
				services.all()
					.stream()
					.flatMap(service -> Stream.ofNullable(service.usernameAttribute()))
					.collect(Collectors.toSet()));
	}

	private static CasService ended(Entry entry, Instant now) {
		return entry.end() == null || now.isBefore(entry.end()) ? entry.service() : entry.service().disabled();
	}

	/** Whether a service ends between two instants. */
	static boolean endsBetween(List<ServiceFile> files, Instant from, Instant to) {
		return files.stream()
			.flatMap(file -> file.entries().stream())
			.flatMap(entry -> Stream.ofNullable(entry.end()))
			.anyMatch(end -> end.isAfter(from) && !end.isAfter(to));
	}

	/**
	 * Finds services whose own addresses belong to another one, and expressions of the
	 * same order that match the same address, between which only their ids decide.
	 */
	private static void overlaps(Map<String, Entry> byId, CasServices services, List<Problem> problems) {
		for (Entry entry : byId.values()) {
			CasService service = entry.service();
			Set<String> others = new HashSet<>();
			for (ServiceUrl sample : samples(service.urls())) {
				List<CasService> owners = services.owners(sample);
				CasService first = owners.getFirst();
				if (!first.id().equals(service.id())) {
					if (others.add(first.id())) {
						problems.add(new Problem(false,
								entry.place() + ": service '" + service.id() + "' does not get its own address "
										+ sample.value() + ", for '" + first.id() + "' (" + place(byId, first)
										+ ", order " + first.order()
										+ ") owns it and comes first; change the order of one of the two"));
					}
					continue;
				}
				owners.stream()
					.skip(1)
					.filter(other -> other.order() == service.order() && isRegex(service) && isRegex(other))
					.filter(other -> others.add(other.id()))
					.findFirst()
					.ifPresent(other -> problems.add(new Problem(false,
							entry.place() + ": service '" + service.id() + "' and '" + other.id() + "' ("
									+ place(byId, other) + ") both match " + sample.value()
									+ " and have the same order, so their ids decide; give them different orders")));
			}
		}
	}

	private static boolean isRegex(CasService service) {
		return service.urls() instanceof ServiceUrlPattern.Regex;
	}

	private static List<ServiceUrl> samples(ServiceUrlPattern urls) {
		return switch (urls) {
			case Exact(ServiceUrl url) -> List.of(url);
			case Prefix(ServiceUrl url) -> List.of(url);
			case ServiceUrlPattern.Regex regex -> RegexReach.samples(regex.pattern());
		};
	}

	private static String place(Map<String, Entry> byId, CasService service) {
		return Optional.ofNullable(byId.get(service.id())).map(Entry::place).orElse("");
	}

}
