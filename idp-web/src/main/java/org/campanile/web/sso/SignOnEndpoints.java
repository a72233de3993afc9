package org.campanile.web.sso;

import java.util.Set;

import org.springframework.stereotype.Component;

import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;

/** The addresses of the login page, whatever the protocol. Thread-safe. */
@Component
public class SignOnEndpoints implements Endpoints.Source {

	@Override
	public Set<Endpoint> endpoints() {
		return Set.of(new Endpoint(LoginController.PATH, Endpoint.Kind.LOGIN, false),
				new Endpoint(PasswordChangeController.PATH, Endpoint.Kind.LOGIN, false));
	}

}
