package org.campanile.web.gate;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jakarta.validation.Valid;
import org.campanile.gate.GateSite;
import org.campanile.gate.GateSites;
import org.campanile.gate.PageAddress;
import org.campanile.service.DisplayInfo;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The gate before web servers that know no sign-on protocol.
 *
 * @param sites the sites, by names that release and access rules refer to
 */
@Validated
@ConfigurationProperties("campanile.gate")
public record GateProperties(@DefaultValue Map<String, @Valid SiteProperties> sites) implements CheckedProperties {

	private static final Duration LONGEST_FRESH = Duration.ofMinutes(10);

	private static final Pattern HEADER = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,63}");

	/** Matches the name of a site, which is part of the names of cookies. */
	private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

	private static final Pattern DOMAIN = Pattern.compile("[a-z0-9-]+(\\.[a-z0-9-]+)+");

	/** Headers that mean something else to web servers. */
	private static final Set<String> TAKEN = Set.of("host", "cookie", "authorization", "content-length",
			"transfer-encoding", "connection", "content-type", "set-cookie", "location", "cache-control",
			"www-authenticate", "x-gate-login", "x-gate-denied", "x-original-url", "x-original-method",
			"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-uri", "x-forwarded-method");

	/**
	 * A site.
	 *
	 * @param urls the addresses below which its pages are
	 * @param name its name for users
	 * @param release ids of attributes that it gets besides those of the release rules
	 * @param headers the headers in which it receives attributes: name to attribute id
	 * @param userHeader the header in which it gets the user's name
	 * @param fresh how long a cookie is accepted without checking the session
	 * @param strict whether the session is checked for every request
	 * @param cookieDomain a domain of which all hosts get the cookie; without it the
	 * site's own host alone
	 */
	public record SiteProperties(@DefaultValue List<String> urls, @Nullable String name,
			@DefaultValue List<String> release, @DefaultValue Map<String, String> headers,
			@DefaultValue("X-Remote-User") String userHeader, @DefaultValue("60s") Duration fresh,
			@DefaultValue("false") boolean strict, @Nullable String cookieDomain) {

		GateSite site(String id, String key, Optional<Set<String>> attributeIds) {
			if (!NAME.matcher(id).matches()) {
				throw new IllegalArgumentException(
						key + ": the name of a site has up to 40 letters a to z, digits and hyphens; rename it");
			}
			List<PageAddress> addresses = urls.stream()
				.map(url -> PageAddress.of(url)
					.orElseThrow(() -> new IllegalArgumentException(
							key + ".urls: '" + url + "' is no address such as https://wiki.example.edu/staff")))
				.toList();
			if (addresses.isEmpty()) {
				throw new IllegalArgumentException(key + ".urls: is empty; give the addresses that the gate protects");
			}
			if (addresses.stream().map(each -> each.origin().split(":")[0]).distinct().count() > 1) {
				throw new IllegalArgumentException(
						key + ".urls: some are https and some are http; make one site for each");
			}
			if (fresh.isNegative() || fresh.compareTo(LONGEST_FRESH) > 0) {
				throw new IllegalArgumentException(key + ".fresh: " + fresh.toSeconds()
						+ " s is not between 0 and 10 min; pages stay open for that long after a logout");
			}
			domain(key, addresses);
			Set<String> names = new HashSet<>();
			Stream.concat(headers.keySet().stream(), Stream.of(userHeader)).forEach(header -> {
				String lower = header.toLowerCase(Locale.ROOT);
				if (!HEADER.matcher(header).matches() || TAKEN.contains(lower) || !names.add(lower)) {
					throw new IllegalArgumentException(key + ".headers: '" + header
							+ "' cannot be the name of a header, has another meaning, or occurs twice");
				}
			});
			attributeIds.ifPresent(known -> {
				headers.values().forEach(each -> Faults.requireAttribute(key + ".headers", each, known));
				release.forEach(each -> Faults.requireAttribute(key + ".release", each, known));
			});
			return new GateSite(id, addresses,
					name == null ? DisplayInfo.NONE
							: new DisplayInfo(Map.of("en", name), Map.of(), List.of(), Map.of(), Map.of()),
					Set.copyOf(release), headers, userHeader, strict ? Duration.ZERO : fresh, cookieDomain);
		}

		private void domain(String key, List<PageAddress> addresses) {
			if (cookieDomain != null && (!DOMAIN.matcher(cookieDomain).matches()
					|| addresses.stream().anyMatch(each -> !each.host().endsWith('.' + cookieDomain)))) {
				throw new IllegalArgumentException(key + ".cookie-domain: '" + cookieDomain
						+ "' is no domain that all its hosts are below, such as example.edu");
			}
		}

	}

	/**
	 * The sites of the core.
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	GateSites gateSites(Optional<Set<String>> attributeIds) {
		List<GateSite> all = new ArrayList<>();
		sites.forEach((id, site) -> all.add(site.site(id, "campanile.gate.sites." + id, attributeIds)));
		return new GateSites(all);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		List<GateSite> sound = new ArrayList<>();
		sites.forEach(
				(id, site) -> faults.value(() -> site.site(id, "campanile.gate.sites." + id, context.attributeIds()))
					.ifPresent(sound::add));
		faults.check(() -> new GateSites(sound));
		context.identityProvider().ifPresent(own -> sites.forEach((id, site) -> {
			if (site.cookieDomain() != null
					&& !URI.create(own.baseUrl()).getHost().endsWith('.' + site.cookieDomain())) {
				faults.add("campanile.gate.sites." + id + ".cookie-domain: this server is not below "
						+ site.cookieDomain() + ", so it cannot set such a cookie; remove it");
			}
		}));
	}

}
