package org.campanile.web.lifecycle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;

/**
 * Answers 502, so that the proxy repeats the request at another node: in the last moment
 * of {@link Drain}, and, where a sign-on begins, while this node does not reach its store
 * and the proxy says that it asks another one. A POST is served, as no proxy repeats it.
 * The status is not 503, by which an overloaded node answers: that is no reason to ask
 * the others as well.
 * <p>
 * A proxy takes a node that has answered so twice out of use. If requests come
 * nevertheless, the other nodes do not reach the store either, and the requests are
 * served here: the user gets a page that tries again by itself. Thread-safe.
 */
final class FailoverFilter extends OncePerRequestFilter {

	/**
	 * With the value {@code 502}: the proxy asks another node when it gets that status.
	 * Without such a proxy a user is better served with our page, so that a client that
	 * sends this gains nothing.
	 */
	static final String HEADER = "X-Campanile-Elsewhere";

	private static final Set<String> REPEATABLE = Set.of("GET", "HEAD");

	/** As {@code deploy/nginx/campanile.conf} sets them for each node. */
	private static final int MAX_FAILS = 2;

	private static final Duration FAIL_TIMEOUT = Duration.ofSeconds(5);

	private final Drain drain;

	private final Endpoints endpoints;

	private final BooleanSupplier storeless;

	private final Bucket answers;

	/**
	 * @param storeless whether this node does not reach its store, while another one may;
	 * asked for every such request
	 * @param clock of the time in which the proxy counts failures
	 */
	FailoverFilter(Drain drain, Endpoints endpoints, BooleanSupplier storeless, TimeMeter clock) {
		this.drain = drain;
		this.endpoints = endpoints;
		this.storeless = storeless;
		this.answers = Bucket.builder()
			.addLimit(limit -> limit.capacity(MAX_FAILS).refillGreedy(1, FAIL_TIMEOUT))
			.withCustomTimePrecision(clock)
			.build();
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (drain.isLeaving()) {
			leave(request, response, chain);
		}
		else if (needsStore(request)) {
			sendElsewhere(response, "This server does not reach its store.\n");
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private boolean needsStore(HttpServletRequest request) {
		return "502".equals(request.getHeader(HEADER)) && isRepeatable(request) && isSignOn(request)
				&& storeless.getAsBoolean() && answers.tryConsume(1);
	}

	/**
	 * Whether a sign-on begins, which needs the store. Not logout, which ends the session
	 * here at once, and in the store later.
	 */
	private boolean isSignOn(HttpServletRequest request) {
		return endpoints.of(request).filter(endpoint -> endpoint.kind() == Endpoint.Kind.SIGN_ON).isPresent();
	}

	private static boolean isRepeatable(HttpServletRequest request) {
		return REPEATABLE.contains(request.getMethod());
	}

	private void leave(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		drain.active();
		if (isRepeatable(request)) {
			sendElsewhere(response, "This server is stopping.\n");
			return;
		}
		try {
			chain.doFilter(request, response);
		}
		finally {
			drain.active();
		}
	}

	private static void sendElsewhere(HttpServletResponse response, String why) throws IOException {
		response.setStatus(HttpServletResponse.SC_BAD_GATEWAY);
		response.setHeader(HttpHeaders.RETRY_AFTER, "1");
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.setContentType("text/plain;charset=UTF-8");
		response.getOutputStream().write(why.getBytes(StandardCharsets.UTF_8));
	}

}
