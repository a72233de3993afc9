package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Semaphore;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

import org.campanile.protocol.Endpoint;
import org.campanile.store.StoreWaitBudget;
import org.campanile.web.endpoint.Endpoints;

/**
 * Lets requests wait for a store that does not respond: at the login address, where a
 * request can be repeated and a password has been entered, and at the sign-on addresses,
 * where only this request knows the outcome of recording its replay key. Waiting requests
 * release their permits, and their number is limited. Thread-safe.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 4)
class StoreWaitFilter extends OncePerRequestFilter {

	private static final Set<Endpoint.Kind> WAITING = EnumSet.of(Endpoint.Kind.LOGIN, Endpoint.Kind.SIGN_ON,
			Endpoint.Kind.SIGN_ON_BY_POST);

	/**
	 * The time for which a request waits: about three seconds together with the deadline
	 * of the last operation.
	 */
	private static final Duration BUDGET = Duration.ofMillis(2_500);

	/** Bounds the heap that they hold, 128 KB each as any request under way. */
	private static final int MOST = 128;

	private final Semaphore free = new Semaphore(MOST);

	private final Endpoints endpoints;

	StoreWaitFilter(Endpoints endpoints, MeterRegistry registry) {
		this.endpoints = endpoints;
		Gauge.builder("campanile.store.waiting.requests", () -> MOST - free.availablePermits())
			.description("Requests that wait for a store that does not answer")
			.register(registry);
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return endpoints.of(request).filter(endpoint -> WAITING.contains(endpoint.kind())).isEmpty();
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		try {
			new StoreWaitBudget(BUDGET, new Waiting(request)).serve(() -> {
				chain.doFilter(request, response);
				return request;
			});
		}
		catch (ServletException | IOException | RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new ServletException(ex);
		}
	}

	private final class Waiting implements StoreWaitBudget.Waiting {

		private final @Nullable AdmissionPermit permit;

		private Waiting(HttpServletRequest request) {
			this.permit = request.getAttribute(AdmissionPermit.ATTRIBUTE) instanceof AdmissionPermit held ? held : null;
		}

		@Override
		public boolean begin() {
			if (!free.tryAcquire()) {
				return false;
			}
			if (permit != null) {
				permit.release();
			}
			return true;
		}

		@Override
		public void end() {
			free.release();
			if (permit != null) {
				permit.reacquire();
			}
		}

		@Override
		public void giveUp() {
			free.release();
		}

	}

}
