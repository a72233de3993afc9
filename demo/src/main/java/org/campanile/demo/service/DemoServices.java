package org.campanile.demo.service;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.campanile.saml.metadata.BuiltInMetadata;

/**
 * The demo's services.
 *
 * @param first at {@value #FIRST_PATH}
 * @param second at {@value #SECOND_PATH}; a separate service, to show that signing on
 * there needs no password
 */
public record DemoServices(DemoService first, DemoService second) {

	static final String FIRST_PATH = "/demo";

	static final String SECOND_PATH = "/demo/second";

	/** Returns the metadata of the services, for the server. */
	public List<BuiltInMetadata> metadata() {
		return List.of(new BuiltInMetadata("demo service", first.provider().metadata()),
				new BuiltInMetadata("second demo service", second.provider().metadata()));
	}

	/** The service that a request path below the base URL belongs to. */
	DemoService at(String path) {
		return path.equals(SECOND_PATH) || path.startsWith(SECOND_PATH + "/") ? second : first;
	}

	/** The service that a request is for. */
	DemoService of(HttpServletRequest request) {
		return at(request.getRequestURI().substring(request.getContextPath().length()));
	}

	DemoService otherThan(DemoService service) {
		return service == first ? second : first;
	}

}
