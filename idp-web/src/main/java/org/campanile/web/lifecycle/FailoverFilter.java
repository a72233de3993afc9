package org.campanile.web.lifecycle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
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
 * Answers with 502 if the proxy has announced that it then repeats the request on another
 * node: at the end of {@link Drain}, and, at the start of a sign-on and where servers
 * call, while this node cannot reach its store. A POST is always served, as proxies do
 * not repeat it. The status is not 503, because that is the answer of an overloaded node,
 * whose requests must not be passed on to the others.
 * <p>
 * A proxy stops using a node after two such answers. If requests arrive nevertheless, the
 * other nodes cannot reach the store either; they are then served here, with a page that
 * retries by itself. Thread-safe.
 */
final class FailoverFilter extends OncePerRequestFilter {

	/**
	 * The header that the proxy sets to {@code 502} if it tries another node on that
	 * status. Without it, as from Caddy and Traefik, requests are served until the port
	 * closes, and without the store the user gets this server's own page. A client that
	 * sends the header itself gains nothing.
	 */
	static final String HEADER = "X-Campanile-Elsewhere";

	private static final Set<String> REPEATABLE = Set.of("GET", "HEAD");

	private static final Set<Endpoint.Kind> STORED = EnumSet.of(Endpoint.Kind.SIGN_ON, Endpoint.Kind.BACK_CHANNEL);

	/** The value of max_fails in {@code deploy/nginx/campanile.conf}. */
	private static final int MAX_FAILS = 2;

	private static final Duration FAIL_TIMEOUT = Duration.ofSeconds(5);

	private final Drain drain;

	private final Endpoints endpoints;

	private final BooleanSupplier storeless;

	private final Bucket answers;

	/**
	 * @param storeless whether this node cannot reach its store while another one might;
	 * evaluated for every such request
	 * @param clock for the period in which the proxy counts failures
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
			sendElsewhere(response, "This server cannot reach its store.\n");
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private boolean needsStore(HttpServletRequest request) {
		return isRepeatable(request) && mayNeedStore(request) && storeless.getAsBoolean() && answers.tryConsume(1);
	}

	/**
	 * Whether the request starts a sign-on or comes from a server, and so needs the
	 * store. Logout does not: it clears the cookie at once and terminates the stored
	 * session later.
	 */
	private boolean mayNeedStore(HttpServletRequest request) {
		return endpoints.of(request).filter(endpoint -> STORED.contains(endpoint.kind())).isPresent();
	}

	/** Whether the proxy repeats the request on another node if this one answers 502. */
	private static boolean isRepeatable(HttpServletRequest request) {
		return "502".equals(request.getHeader(HEADER)) && REPEATABLE.contains(request.getMethod());
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
