package org.campanile.web.overload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.filter.OncePerRequestFilter;

import org.campanile.web.fault.BodyLimit;

/**
 * Lets a request in when its turn comes, or turns it away before Spring Security, the
 * session store or the directory have seen it. Thread-safe.
 */
final class AdmissionFilter extends OncePerRequestFilter {

	/**
	 * What a request that waits keeps of the heap besides its body: Tomcat's buffers,
	 * mostly for headers, which may be as large as a sealed request.
	 */
	private static final long OCTETS = 128 * 1024L;

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
		// A body that comes slowly must not hold a place.
		HttpServletRequest whole = kind.get() == RequestKind.LOGIN ? withParameters(request) : BodyRead.of(request);
		Ticket ticket = admission.enter(kind.get(), OCTETS + bodyOctets(request));
		if (!admission.await(ticket)) {
			metrics.refused(ticket);
			busyPage.show(request, response);
			return;
		}
		serve(ticket, whole, response, chain);
	}

	private void serve(Ticket ticket, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		boolean goesOn = false;
		try {
			metrics.admitted(ticket);
			chain.doFilter(request, response);
			if (request.isAsyncStarted()) {
				request.getAsyncContext().addListener(new Leaving(ticket));
				goesOn = true;
			}
		}
		finally {
			if (!goesOn) {
				admission.leave(ticket);
			}
		}
	}

	private static long bodyOctets(HttpServletRequest request) {
		if (!"POST".equals(request.getMethod())) {
			return 0;
		}
		long announced = request.getContentLengthLong();
		return announced < 0 ? BodyLimit.OCTETS : Math.min(announced, BodyLimit.OCTETS);
	}

	private static HttpServletRequest withParameters(HttpServletRequest request) throws IOException {
		// As Spring's filter does, which comes too late for it.
		request.setCharacterEncoding(StandardCharsets.UTF_8.name());
		request.getParameterMap();
		return request;
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
