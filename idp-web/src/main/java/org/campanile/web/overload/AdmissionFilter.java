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
 * Lets a request in when its turn comes, or turns it away before Spring Security, the
 * session store or the directory have seen it. Its body has been {@linkplain BodyValve
 * read} by then, so that one that comes slowly holds no place. Thread-safe.
 */
final class AdmissionFilter extends OncePerRequestFilter {

	private final RequestKinds kinds;

	private final Admission admission;

	private final BusyPage busyPage;

	private final OverloadMetrics metrics;

	AdmissionFilter(RequestKinds kinds, Admission admission, BusyPage busyPage, OverloadMetrics metrics) {
		this.kinds = kinds;
		this.admission = admission;
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
		Ticket ticket = admission.enter(kind.get(), Connections.COST);
		if (!admission.await(ticket)) {
			metrics.refused(ticket);
			busyPage.show(request, response);
			return;
		}
		serve(ticket, request, response, chain);
	}

	private void serve(Ticket ticket, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		boolean goesOn = false;
		Held held = new Held(ticket);
		request.setAttribute(AdmissionPermit.ATTRIBUTE, held);
		try {
			metrics.admitted(ticket);
			chain.doFilter(request, response);
			if (request.isAsyncStarted()) {
				request.getAsyncContext().addListener(new Leaving(held.ticket));
				goesOn = true;
			}
		}
		finally {
			if (!goesOn) {
				held.release();
			}
		}
	}

	/** Which ticket a request has changes when it waits in between. */
	private final class Held implements AdmissionPermit {

		private Ticket ticket;

		private Held(Ticket ticket) {
			this.ticket = ticket;
		}

		@Override
		public void release() {
			admission.leave(ticket);
		}

		@Override
		public void reacquire() {
			ticket = admission.enter(RequestKind.SESSION, Connections.COST);
			// Without one it goes on all the same; only so many requests wait for a
			// store.
			admission.await(ticket);
		}

	}

	private final class Leaving implements AsyncListener {

		private final Ticket ticket;

		private Leaving(Ticket ticket) {
			this.ticket = ticket;
		}

		@Override
		public void onComplete(AsyncEvent event) {
			admission.leave(ticket);
		}

		@Override
		public void onTimeout(AsyncEvent event) {
			admission.leave(ticket);
		}

		@Override
		public void onError(AsyncEvent event) {
			admission.leave(ticket);
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
			event.getAsyncContext().addListener(this);
		}

	}

}
