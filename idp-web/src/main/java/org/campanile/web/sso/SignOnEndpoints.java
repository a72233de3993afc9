package org.campanile.web.sso;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import org.campanile.saml.SamlEndpoints;
import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;

/** The addresses of the login page and of SAML. Thread-safe. */
@Component
public class SignOnEndpoints implements Endpoints.Source {

	@Override
	public Set<Endpoint> endpoints() {
		Endpoint login = new Endpoint(LoginController.PATH, Endpoint.Kind.LOGIN, false);
		return Stream.concat(Stream.of(login), SamlEndpoints.ALL.stream()).collect(Collectors.toUnmodifiableSet());
	}

}
