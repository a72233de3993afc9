package org.campanile.web.gate;

import java.util.Set;

import org.campanile.protocol.Endpoint;

/** The endpoints of the gate. */
final class GateEndpoints {

	/** Asked by web servers about each request. */
	static final String CHECK = "/gate/check";

	/** Where browsers without a pass begin a sign-on. */
	static final String LOGIN = "/gate/login";

	/**
	 * Where browsers exchange a code for a pass; on the site's host, which passes it on.
	 */
	static final String HANDOVER = "/gate/handover";

	static final Set<Endpoint> ALL = Set.of(new Endpoint(CHECK, Endpoint.Kind.BACK_CHANNEL, true),
			new Endpoint(LOGIN, Endpoint.Kind.SIGN_ON, false),
			new Endpoint(HANDOVER, Endpoint.Kind.BACK_CHANNEL, false));

	private GateEndpoints() {
	}

}
