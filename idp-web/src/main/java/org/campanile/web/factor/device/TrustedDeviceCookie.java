package org.campanile.web.factor.device;

import java.time.Duration;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.factor.Credential;
import org.campanile.factor.device.TrustedDevices;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.security.HostCookie;
import org.campanile.web.sso.DeviceMemory;

/** The cookie of a trusted device. Thread-safe. */
final class TrustedDeviceCookie implements DeviceMemory {

	private static final Logger logger = LoggerFactory.getLogger(TrustedDeviceCookie.class);

	private final HostCookie cookie;

	private final TrustedDevices devices;

	private final Duration lifetime;

	TrustedDeviceCookie(HostCookie cookie, TrustedDevices devices, Duration lifetime) {
		this.cookie = cookie;
		this.devices = devices;
		this.lifetime = lifetime;
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
	public Optional<Credential> remember(AuthenticatedUser user, HttpServletRequest request,
			HttpServletResponse response) {
		try {
			TrustedDevices.Trusted trusted = devices.trust(user, name(request));
			cookie.write(response, trusted.kept(), lifetime);
			return Optional.of(trusted.device());
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A device could not be remembered, its user is asked again the next time: {}", ex.getMessage());
			return Optional.empty();
		}
	}

	/** Returns the name under which users see the device among theirs. */
	private static String name(HttpServletRequest request) {
		String device = UserAgent.device(request.getHeader("User-Agent"));
		return device.isEmpty() ? "?" : device;
	}

}
