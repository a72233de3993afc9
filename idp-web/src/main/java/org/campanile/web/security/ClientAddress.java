package org.campanile.web.security;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.web.util.matcher.IpAddressMatcher;
import org.springframework.stereotype.Component;

import org.campanile.web.config.HttpProperties;

/**
 * The address a request came from. Forwarded addresses are believed from named proxies
 * alone: the chain is read from the right, and the first hop that is no trusted proxy is
 * the client. Thread-safe.
 */
@Component
public class ClientAddress {

	private static final String FORWARDED_FOR = "X-Forwarded-For";

	private final List<IpAddressMatcher> trusted;

	ClientAddress(HttpProperties properties) {
		this.trusted = properties.trusted();
	}

	public String of(HttpServletRequest request) {
		String address = request.getRemoteAddr();
		if (!isTrusted(address)) {
			return address;
		}
		List<String> hops = java.util.Collections.list(request.getHeaders(FORWARDED_FOR))
			.stream()
			.flatMap(header -> Arrays.stream(header.split(",")))
			.map(String::strip)
			.toList();
		for (String hop : hops.reversed()) {
			Optional<String> literal = literal(hop);
			if (literal.isEmpty()) {
				return address;
			}
			address = literal.get();
			if (!isTrusted(address)) {
				return address;
			}
		}
		return address;
	}

	/**
	 * Only what is written as an address; a name would be looked up, and a client could
	 * write it.
	 */
	private static Optional<String> literal(String hop) {
		return hop.length() <= 45 && hop.matches("[0-9a-fA-F.:]+") && (hop.contains(".") || hop.contains(":"))
				? Optional.of(hop) : Optional.empty();
	}

	private boolean isTrusted(String address) {
		return trusted.stream().anyMatch(range -> matches(range, address));
	}

	private static boolean matches(IpAddressMatcher range, String address) {
		try {
			return range.matches(address);
		}
		catch (IllegalArgumentException ex) {
			// Digits and dots that are no address: not one of ours.
			return false;
		}
	}

}
