package org.campanile.gate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * A site behind the gate.
 *
 * @param id its name in the configuration
 * @param addresses below which its pages are; at least one
 * @param released ids of attributes that it gets besides those of the release rules
 * @param headers the headers in which it gets attributes: name to attribute id
 * @param userHeader the header in which it gets the user's name
 * @param fresh how long a cookie is accepted without checking the session; zero for never
 * @param cookieDomain the domain of which all hosts get the cookie; null for a cookie of
 * the site's own host
 */
public record GateSite(String id, List<PageAddress> addresses, DisplayInfo display, Set<String> released,
		Map<String, String> headers, String userHeader, Duration fresh,
		@Nullable String cookieDomain) implements Service {

	/** The id of the protocol in stored sessions and sealed requests. */
	public static final ProtocolId PROTOCOL = new ProtocolId("gate");

	/**
	 * The maximum length of a return address: it is sent in response headers, encoded,
	 * beside the cookie.
	 */
	private static final int MAX_RETURN = 1024;

	public GateSite {
		addresses = List.copyOf(addresses);
		released = Set.copyOf(released);
		headers = Map.copyOf(headers);
	}

	@Override
	public ProtocolId protocol() {
		return PROTOCOL;
	}

	@Override
	public Optional<String> address() {
		return Optional.of(addresses.getFirst().raw());
	}

	@Override
	public boolean answeredByRedirect() {
		return true;
	}

	@Override
	public boolean decidedByPage() {
		return true;
	}

	/** Whether a page belongs to the site. */
	public boolean owns(PageAddress page) {
		return addresses.stream().anyMatch(page::isBelow);
	}

	/**
	 * The address that a browser returns to after a sign-on: the page, without its query
	 * if it is too long to travel, or the front page of the site.
	 * @param page a page of the site
	 */
	public String returning(PageAddress page) {
		String raw = page.raw();
		if (raw.length() <= MAX_RETURN) {
			return raw;
		}
		int query = raw.indexOf('?');
		return query >= 0 && query <= MAX_RETURN ? raw.substring(0, query)
				: addresses.stream().filter(page::isBelow).findFirst().orElseThrow().raw();
	}

	/** Whether the pages of the site use https. */
	public boolean secure() {
		return addresses.getFirst().origin().startsWith("https:");
	}

}
