package org.campanile.web.gate;

import java.util.Set;
import java.util.regex.Pattern;

import org.campanile.gate.GateSite;
import org.campanile.protocol.ProtocolId;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Contributes the gate's part to the check of a home folder. */
public final class GateHome implements HomePart {

	private static final Pattern LOOPBACK = Pattern.compile("http://(localhost|127\\.[0-9.]+)(?=[:/]|$)");

	@Override
	public void settings(HomeInspection home) {
		if (!serviceIds(home).isEmpty()) {
			home.summary().add("gated sites", String.join(", ", serviceIds(home)));
		}
		home.group(GateProperties.class)
			.sites()
			.forEach((id, site) -> site.urls()
				.stream()
				.filter(url -> url.startsWith("http:") && !LOOPBACK.matcher(url).lookingAt())
				.forEach(url -> home.warn("campanile.gate.sites." + id + ".urls: " + url
						+ " is not https, so anybody in between can read the cookie and use the site; "
						+ "write https")));
	}

	@Override
	public ProtocolId protocol() {
		return GateSite.PROTOCOL;
	}

	@Override
	public Set<String> serviceIds(HomeInspection home) {
		return home.group(GateProperties.class).sites().keySet();
	}

}
