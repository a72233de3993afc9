package org.campanile.web.sso;

import java.util.List;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The methods that controllers declare for an address. Thread-safe. */
@Component
class DeclaredMethods {

	/** Those of a controller that declares none. */
	private static final Set<RequestMethod> ANY = Set.of(RequestMethod.GET, RequestMethod.POST, RequestMethod.PUT,
			RequestMethod.PATCH, RequestMethod.DELETE);

	/** Provided later, as the interceptors are part of them. */
	private final ObjectProvider<RequestMappingHandlerMapping> mappings;

	DeclaredMethods(ObjectProvider<RequestMappingHandlerMapping> mappings) {
		this.mappings = mappings;
	}

	/**
	 * Returns the methods for the address of a request, without HEAD and OPTIONS; empty
	 * if no controller has it.
	 */
	List<String> of(HttpServletRequest request) {
		String path = request.getServletPath();
		return mappings.stream()
			.flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
			.filter(info -> info.getDirectPaths().contains(path))
			.map(info -> info.getMethodsCondition().getMethods())
			.flatMap(declared -> (declared.isEmpty() ? ANY : declared).stream())
			.distinct()
			.sorted()
			.map(Enum::name)
			.toList();
	}

}
