package org.campanile.web.gate;

import java.util.Set;
import java.util.regex.Pattern;

import org.campanile.gate.GateSite;
import org.campanile.protocol.ProtocolId;
import org.campanile.web.access.AccessProperties;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Contributes the gate's part to the check of a home folder. */
public final class GateHome implements HomePart {

	private static final Pattern LOOPBACK = Pattern.compile("http://(localhost|127\\.[0-9.]+)(?=[:/]|$)");

	@Override
	public void settings(HomeInspection home) {
		if (!serviceIds(home).isEmpty()) {
			home.summary().add("gated sites", String.join(", ", serviceIds(home)));
		}
		live(home);
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
	public boolean dependsOn(ConfigurationPropertyName setting) {
		String key = setting.toString();
		return key.startsWith("campanile.gate.") || key.equals("campanile.access.deny-by-default");
	}

	/** Warns if a list of other protocols has opened the gate, probably by mistake. */
	@Override
	public void live(HomeInspection home) {
		AccessProperties access = home.group(AccessProperties.class);
		if (!serviceIds(home).isEmpty() && !access.deniesNothingByDefault()
				&& !access.denyByDefault().contains(GateSite.PROTOCOL.code())) {
			home.warn("campanile.access.deny-by-default: does not name gate, so everybody who can sign in may open "
					+ "each gated page for which there is no rule; add gate");
		}
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
