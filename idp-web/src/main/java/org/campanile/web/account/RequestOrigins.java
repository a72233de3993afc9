package org.campanile.web.account;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.session.SessionOrigin;
import org.campanile.web.account.AccountProperties.Place;
import org.campanile.web.security.ClientAddress;

/**
 * Says where requests come from as a user would say it: the browser and the system
 * without their versions, and the network without the address. Thread-safe.
 */
final class RequestOrigins implements SessionOrigin.Current {

	/**
	 * The number of bytes of an address that name its network: a /24, or the /48 of a
	 * site.
	 */
	private static final int IPV4_PART = 3;

	private static final int IPV6_PART = 6;

	/**
	 * Markers in a browser's header with the browser's name; the first match counts, as
	 * most browsers claim to be others as well.
	 */
	private static final List<String[]> BROWSERS = List.of(new String[] { "Edg", "Edge" },
			new String[] { "OPR/", "Opera" }, new String[] { "SamsungBrowser", "Samsung Internet" },
			new String[] { "Vivaldi", "Vivaldi" }, new String[] { "Firefox", "Firefox" },
			new String[] { "FxiOS", "Firefox" }, new String[] { "CriOS", "Chrome" },
			new String[] { "Chrome/", "Chrome" }, new String[] { "Safari/", "Safari" },
			new String[] { "MSIE ", "Internet Explorer" }, new String[] { "Trident/", "Internet Explorer" });

	private static final List<String[]> SYSTEMS = List.of(new String[] { "iPhone", "iPhone" },
			new String[] { "iPad", "iPad" }, new String[] { "Android", "Android" },
			new String[] { "Windows", "Windows" }, new String[] { "CrOS", "ChromeOS" },
			new String[] { "Macintosh", "macOS" }, new String[] { "Linux", "Linux" });

	private final ClientAddress clientAddress;

	private final List<Place> places;

	RequestOrigins(ClientAddress clientAddress, AccountProperties properties) {
		this.clientAddress = clientAddress;
		this.places = properties.places();
	}

	@Override
	public SessionOrigin get() {
		return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
				? of(current.getRequest()) : SessionOrigin.UNKNOWN;
	}

	SessionOrigin of(HttpServletRequest request) {
		return new SessionOrigin(device(request.getHeader("User-Agent")), network(clientAddress.of(request)));
	}

	/** Returns a text such as {@code Firefox, Windows}; empty for an unknown device. */
	static String device(@Nullable String userAgent) {
		if (userAgent == null) {
			return "";
		}
		String browser = first(BROWSERS, userAgent);
		String system = first(SYSTEMS, userAgent);
		return browser.isEmpty() || system.isEmpty() ? browser + system : browser + ", " + system;
	}

	private static String first(List<String[]> names, String userAgent) {
		for (String[] name : names) {
			if (userAgent.contains(name[0])) {
				return name[1];
			}
		}
		return "";
	}

	/**
	 * Returns the name of the network, or its range; empty for a text that is not an
	 * address.
	 */
	String network(String address) {
		Optional<Place> place = places.stream()
			.filter(each -> each.ranges().stream().anyMatch(range -> range.contains(address)))
			.findFirst();
		return place.isPresent() ? place.get().name() : range(address);
	}

	private static String range(String address) {
		try {
			InetAddress literal = InetAddress.ofLiteral(address);
			byte[] bytes = literal.getAddress();
			int kept = bytes.length == 4 ? IPV4_PART : IPV6_PART;
			Arrays.fill(bytes, kept, bytes.length, (byte) 0);
			return InetAddress.getByAddress(bytes).getHostAddress() + '/' + kept * Byte.SIZE;
		}
		catch (IllegalArgumentException | UnknownHostException ex) {
			return "";
		}
	}

}
