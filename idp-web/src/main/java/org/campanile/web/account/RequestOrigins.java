package org.campanile.web.account;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.session.SessionOrigin;
import org.campanile.web.account.AccountProperties.Place;
import org.campanile.web.audit.UserAgent;
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
		return new SessionOrigin(UserAgent.device(request.getHeader("User-Agent")), network(clientAddress.of(request)));
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
