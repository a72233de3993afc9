package org.campanile.gate;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.campanile.explain.Explanation;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;

/** Explains which headers the web server of a site would receive. Thread-safe. */
public class GateExplanation implements ProtocolExplanation {

	private final Supplier<GateSites> sites;

	/**
	 * @param sites the current ones
	 */
	public GateExplanation(Supplier<GateSites> sites) {
		this.sites = sites;
	}

	/** Finds a site by its id, or by one of its pages. */
	@Override
	public Optional<GateSite> find(String service) {
		return sites.get().find(service).or(() -> PageAddress.of(service).flatMap(sites.get()::owner));
	}

	@Override
	public String whyNotFound(String service) {
		return "no site in campanile.gate.sites has that name, or owns it as a page";
	}

	@Override
	public Received explain(Service service, SsoSession session, ReleasedAttributes released) {
		GateSite site = (GateSite) service;
		return new Received(
				new Explanation.Subject(site.userHeader(), session.principal(), List.of("the canonical name")), null,
				null, null,
				GateProtocol.headers(site, session.principal(), released)
					.entrySet()
					.stream()
					.map(header -> header.getKey() + ": " + header.getValue())
					.collect(Collectors.joining("\n")));
	}

}
