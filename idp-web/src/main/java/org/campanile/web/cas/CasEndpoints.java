package org.campanile.web.cas;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.protocol.Endpoint;

/** The endpoints of the CAS protocol (CAS Protocol 3.0.3, 2). */
final class CasEndpoints {

	static final String LOGIN = "/cas/login";

	static final String LOGOUT = "/cas/logout";

	static final String VALIDATE = "/cas/validate";

	static final String SERVICE_VALIDATE = "/cas/serviceValidate";

	static final String PROXY_VALIDATE = "/cas/proxyValidate";

	static final String P3_SERVICE_VALIDATE = "/cas/p3/serviceValidate";

	static final String P3_PROXY_VALIDATE = "/cas/p3/proxyValidate";

	static final String PROXY = "/cas/proxy";

	static final String SAML_VALIDATE = "/cas/samlValidate";

	static final Set<Endpoint> ALL = Stream
		.concat(Stream.of(new Endpoint(LOGIN, Endpoint.Kind.SIGN_ON, false),
				new Endpoint(LOGOUT, Endpoint.Kind.LOGOUT, true)),
				Stream
					.of(VALIDATE, SERVICE_VALIDATE, PROXY_VALIDATE, P3_SERVICE_VALIDATE, P3_PROXY_VALIDATE, PROXY,
							SAML_VALIDATE)
					.map(path -> new Endpoint(path, Endpoint.Kind.BACK_CHANNEL, true)))
		.collect(Collectors.toUnmodifiableSet());

	private CasEndpoints() {
	}

}
