package org.campanile.web.sso;

import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;

/**
 * Refuses HEAD and prefetching where GET has side effects: it would use up the request,
 * sign the user on or out, and the answer may never be looked at. Spring answers HEAD
 * with the handler of GET; browsers announce prefetching by a header
 * (<a href="https://wicg.github.io/nav-speculation/prefetch.html">nav-speculation</a>),
 * and repeat the request without it when the user navigates there.
 */
@Component
class SpeculativeRequests implements HandlerInterceptor, WebMvcConfigurer {

	private final Endpoints endpoints;

	private final DeclaredMethods methods;

	SpeculativeRequests(Endpoints endpoints, DeclaredMethods methods) {
		this.endpoints = endpoints;
		this.methods = methods;
	}

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this);
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws HttpRequestMethodNotSupportedException {
		if (isShown(request)) {
			return true;
		}
		if ("HEAD".equals(request.getMethod())) {
			throw new HttpRequestMethodNotSupportedException("HEAD", methods.of(request));
		}
		if ("OPTIONS".equals(request.getMethod()) && isServers(request)) {
			// A web server that passes on the method would take 200 for permission.
			throw new HttpRequestMethodNotSupportedException("OPTIONS", methods.of(request));
		}
		if ("OPTIONS".equals(request.getMethod()) && handler instanceof HandlerMethod) {
			// Spring's own answer would name HEAD.
			response.setHeader(HttpHeaders.ALLOW, String.join(", ", methods.of(request)) + ", OPTIONS");
			return false;
		}
		if (!isServers(request)
				&& (isAhead(request.getHeader("Sec-Purpose")) || isAhead(request.getHeader("Purpose")))) {
			// Not 204: a browser may treat that as the page.
			response.setStatus(HttpServletResponse.SC_FORBIDDEN);
			return false;
		}
		return true;
	}

	/** Whether GET does no more than show something. */
	private boolean isShown(HttpServletRequest request) {
		return endpoints.of(request).filter(endpoint -> endpoint.kind() != Endpoint.Kind.OTHER).isEmpty();
	}

	/** Whether the headers may be those of a client of the server that asks. */
	private boolean isServers(HttpServletRequest request) {
		return endpoints.of(request).filter(endpoint -> endpoint.kind() == Endpoint.Kind.BACK_CHANNEL).isPresent();
	}

	/**
	 * Whether the purpose is that of a speculative request, such as
	 * {@code prefetch;prerender}.
	 */
	private static boolean isAhead(@Nullable String purpose) {
		return purpose != null && purpose.toLowerCase(Locale.ROOT).startsWith("prefetch");
	}

}
