package org.campanile.demo.service;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;

/**
 * The endpoints of the demo's services. As separate services they accept forms from the
 * identity provider, so none of them needs the server's CSRF token.
 */
final class DemoEndpoints implements Endpoints.Source {

	@Override
	public Set<Endpoint> endpoints() {
		Stream<String> paths = Stream.of(DemoServices.FIRST_PATH, DemoServices.SECOND_PATH)
			.flatMap(service -> Stream.of("", "/sign-in", "/acs", "/metadata", "/sign-out", "/slo")
				.map(service::concat));
		return Stream.concat(paths, Stream.of(DemoServices.SECOND_PATH + "/slo/soap"))
			.map(path -> new Endpoint(path, Endpoint.Kind.OTHER, true))
			.collect(Collectors.toUnmodifiableSet());
	}

}
