package org.campanile.web.security;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.web.util.matcher.IpAddressMatcher;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.http.Network;
import org.campanile.web.config.HttpProperties;

/**
 * Determines the address of the client. Forwarded addresses are accepted only from
 * trusted proxies: the chain is read from the right, and the first hop that is not a
 * trusted proxy is the client. Thread-safe.
 * <p>
 * Tomcat's RemoteIpValve would resolve a host name that a client wrote into the header,
 * accept any text as an address, and not report a proxy that is missing from the list.
 */
@Component
public class ClientAddress {

	private static final String FORWARDED_FOR = "X-Forwarded-For";

	private static final Logger logger = LoggerFactory.getLogger(ClientAddress.class);

	/** The maximum number of reported addresses, as anybody can send the header. */
	private static final int MAX_REPORTED = 1000;

	private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

	/** The length of the longest address with brackets and a port. */
	private static final int MAX_LENGTH = 53;

	/**
	 * A port, as some proxies add it to an address (Azure Application Gateway, IIS). The
	 * address is in brackets then if it is of IPv6.
	 */
	private static final Pattern PORT = Pattern
		.compile("^(?:([0-9.]+):[0-9]{1,5}|\\[([0-9a-fA-F.]*:[0-9a-fA-F.:]*)](?::[0-9]{1,5})?)$");

	private final List<IpAddressMatcher> trusted;

	private final InstantSource clock;

	private final Set<String> reported = new HashSet<>();

	private final ReentrantLock reporting = new ReentrantLock();

	private Instant nextReport = Instant.MIN;

	ClientAddress(HttpProperties properties, InstantSource clock) {
		this.trusted = properties.trusted();
		this.clock = clock;
	}

	/** Whether a request comes directly from a trusted proxy. */
	public boolean isFromTrustedProxy(HttpServletRequest request) {
		return isTrusted(request.getRemoteAddr());
	}

	/** The address of the client whose request this thread serves; empty for none. */
	public String ofCurrentRequest() {
		return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
				? of(current.getRequest()) : "";
	}

	public String of(HttpServletRequest request) {
		String address = request.getRemoteAddr();
		if (!isTrusted(address)) {
			if (request.getHeader(FORWARDED_FOR) != null) {
				report(address);
			}
			return address;
		}
		List<String> hops = Collections.list(request.getHeaders(FORWARDED_FOR))
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

	/** Logs a line once for each peer. */
	private void report(String peer) {
		if (!reporting.tryLock()) {
			return;
		}
		try {
			Instant now = clock.instant();
			if (now.isBefore(nextReport) || reported.size() >= MAX_REPORTED || !reported.add(peer)) {
				return;
			}
			nextReport = now.plus(BETWEEN_REPORTS);
		}
		finally {
			reporting.unlock();
		}
		logger.error("campanile.http.trusted-proxies: {} sends X-Forwarded-For but is not listed, so all its clients "
				+ "are throttled and audited as one address; add it if it is your proxy", peer);
	}

	/**
	 * Returns the address without its port. Accepts only literal addresses; a host name
	 * would be resolved, and a client could send any.
	 */
	private static Optional<String> literal(String hop) {
		if (hop.length() > MAX_LENGTH || hop.contains("/")) {
			return Optional.empty();
		}
		try {
			return Optional.of(Network.of(PORT.matcher(hop).replaceFirst("$1$2")).text());
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private boolean isTrusted(String address) {
		return trusted.stream().anyMatch(range -> matches(range, address));
	}

	private static boolean matches(IpAddressMatcher range, String address) {
		try {
			return range.matches(address);
		}
		catch (IllegalArgumentException ex) {
			// The peer's address is not one that can be compared.
			return false;
		}
	}

}
