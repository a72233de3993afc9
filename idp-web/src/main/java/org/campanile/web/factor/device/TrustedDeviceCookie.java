package org.campanile.web.factor.device;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.factor.device.TrustedDevices;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.security.HostCookie;
import org.campanile.web.sso.DeviceMemory;

/** The cookie of a trusted device. Thread-safe. */
final class TrustedDeviceCookie implements DeviceMemory {

	private static final Logger logger = LoggerFactory.getLogger(TrustedDeviceCookie.class);

	/**
	 * Markers in User-Agent headers with the name of the browser, the more specific
	 * first.
	 */
	private static final Map<String, String> BROWSERS = ordered("Edg", "Edge", "OPR/", "Opera", "Firefox/", "Firefox",
			"FxiOS", "Firefox", "CriOS", "Chrome", "Chrome/", "Chrome", "Safari/", "Safari");

	private static final Map<String, String> SYSTEMS = ordered("iPhone", "iPhone", "iPad", "iPad", "Android", "Android",
			"Windows", "Windows", "CrOS", "ChromeOS", "Macintosh", "macOS", "Linux", "Linux");

	private final HostCookie cookie;

	private final TrustedDevices devices;

	private final Duration lifetime;

	TrustedDeviceCookie(HostCookie cookie, TrustedDevices devices, Duration lifetime) {
		this.cookie = cookie;
		this.devices = devices;
		this.lifetime = lifetime;
	}

	private static Map<String, String> ordered(String... pairs) {
		Map<String, String> ordered = new LinkedHashMap<>();
		for (int i = 0; i < pairs.length; i += 2) {
			ordered.put(pairs[i], pairs[i + 1]);
		}
		return ordered;
	}

	TrustedDevices devices() {
		return devices;
	}

	/** Returns the tokens that the browser sent; empty outside a request. */
	static Optional<String> ofCurrentRequest(HostCookie cookie) {
		return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
				? cookie.values(attributes.getRequest()).findFirst() : Optional.empty();
	}

	@Override
	public int days() {
		return Math.toIntExact(lifetime.toDays());
	}

	@Override
	public Optional<String> remember(AuthenticatedUser user, HttpServletRequest request, HttpServletResponse response) {
		String name = name(request);
		try {
			cookie.write(response, devices.trust(user, name), lifetime);
			return Optional.of(name);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A device could not be remembered, its user is asked again the next time: {}", ex.getMessage());
			return Optional.empty();
		}
	}

	/** Returns a name such as "Firefox, Linux", which users see in every language. */
	private static String name(HttpServletRequest request) {
		String agent = Objects.requireNonNullElse(request.getHeader("User-Agent"), "");
		String name = Stream.of(first(BROWSERS, agent), first(SYSTEMS, agent))
			.filter(part -> !part.isEmpty())
			.collect(Collectors.joining(", "));
		return name.isEmpty() ? "?" : name;
	}

	private static String first(Map<String, String> names, String agent) {
		return names.entrySet()
			.stream()
			.filter(name -> agent.contains(name.getKey()))
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse("");
	}

}
