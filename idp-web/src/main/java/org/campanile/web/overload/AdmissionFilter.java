package org.campanile.web.overload;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.filter.OncePerRequestFilter;

import org.campanile.web.sso.AdmissionPermit;

/**
 * Admits a request when a permit is granted, or refuses it before Spring Security, the
 * session store or the directory have seen it. Its body has been {@linkplain BodyValve
 * read} by then, so that a slow sender holds no permit. Thread-safe.
 */
final class AdmissionFilter extends OncePerRequestFilter {

	private final RequestKinds kinds;

	private final Admission admission;

	private final BusyPage busyPage;

	private final OverloadMetrics metrics;

	private final EarlyRefusal refusal;

	/**
	 * @param refusal says whether requests that begin a sign-on are refused without
	 * waiting; those that reach this filter could not be refused from their bytes
	 */
	AdmissionFilter(RequestKinds kinds, Admission admission, EarlyRefusal refusal, BusyPage busyPage,
			OverloadMetrics metrics) {
		this.kinds = kinds;
		this.admission = admission;
		this.refusal = refusal;
		this.busyPage = busyPage;
		this.metrics = metrics;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Optional<RequestKind> kind = kinds.of(request);
		if (kind.isEmpty()) {
			chain.doFilter(request, response);
			return;
		}
		Waiter waiter = kind.get() == RequestKind.NEW && refusal.isNeeded() ? null
				: admission.enqueue(kind.get(), Connections.COST);
		if (waiter == null || !admission.await(waiter)) {
			metrics.countRefused(kind.get());
			busyPage.show(request, response);
			return;
		}
		serve(waiter, request, response, chain);
	}

	private void serve(Waiter waiter, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		boolean async = false;
		HeldPermit held = new HeldPermit(waiter);
		request.setAttribute(AdmissionPermit.ATTRIBUTE, held);
		try {
			metrics.admitted(waiter);
			chain.doFilter(request, response);
			if (request.isAsyncStarted()) {
				request.getAsyncContext().addListener(new ReleaseOnCompletion(held.waiter));
				async = true;
			}
		}
		finally {
			if (!async) {
				held.release();
			}
		}
	}

	/** A permit whose waiter changes when the request waits for a store in between. */
	private final class HeldPermit implements AdmissionPermit {

		private Waiter waiter;

		private HeldPermit(Waiter waiter) {
			this.waiter = waiter;
		}

		@Override
		public void release() {
			admission.release(waiter);
		}

		@Override
		public void reacquire() {
			waiter = admission.enqueue(RequestKind.SESSION, Connections.COST);
			// Continues without a permit if refused; the number of requests waiting for a
			// store is limited.
			admission.await(waiter);
		}

	}

	private final class ReleaseOnCompletion implements AsyncListener {

		private final Waiter waiter;

		private ReleaseOnCompletion(Waiter waiter) {
			this.waiter = waiter;
		}

		@Override
		public void onComplete(AsyncEvent event) {
			admission.release(waiter);
		}

		@Override
		public void onTimeout(AsyncEvent event) {
			admission.release(waiter);
		}

		@Override
		public void onError(AsyncEvent event) {
			admission.release(waiter);
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
			event.getAsyncContext().addListener(this);
		}

	}

}
