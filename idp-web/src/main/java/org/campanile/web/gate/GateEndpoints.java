package org.campanile.web.gate;

import java.util.Set;

import org.campanile.protocol.Endpoint;

/** The endpoints of the gate. */
final class GateEndpoints {

	/** The path that web servers query about each request. */
	static final String CHECK = "/gate/check";

	/** The path at which browsers without a pass begin a sign-on. */
	static final String LOGIN = "/gate/login";

	/**
	 * The path at which browsers exchange a code for a pass; on the site's host, which
	 * forwards the request.
	 */
	static final String HANDOVER = "/gate/handover";

	static final Set<Endpoint> ALL = Set.of(new Endpoint(CHECK, Endpoint.Kind.BACK_CHANNEL, true),
			new Endpoint(LOGIN, Endpoint.Kind.SIGN_ON, false),
			new Endpoint(HANDOVER, Endpoint.Kind.BACK_CHANNEL, false));

	private GateEndpoints() {
	}

}
