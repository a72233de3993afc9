package org.campanile.web.overload;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.ProblemLinks;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Pages.PreparedProblem;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ProblemPage;

/**
 * The answer to refused requests: status 503 with a random time to retry, so that clients
 * do not all return at once; the answer to a GET retries by itself. Cached for each
 * language for a while, because rendering costs more than a refusal may. Thread-safe.
 */
final class BusyPage {

	/** Pages show the time, and files of the home folder may change. */
	private static final Duration CACHE_TIME = Duration.ofSeconds(5);

	/** The shortest delay before a retry, in seconds. */
	private static final int MIN_RETRY_SECONDS = 2;

	private static final int MAX_RETRY_SECONDS = 8;

	private final Pages pages;

	private final InstantSource clock;

	private final RandomGenerator random;

	private final ProblemLinks links;

	private final Map<Locale, Rendered> rendered = new ConcurrentHashMap<>();

	private final ReentrantLock rendering = new ReentrantLock();

	/**
	 * @param again the answer to a GET, whose URL is repeated in the language links
	 * @param other the answer to anything else
	 * @param unparsed the whole responses to a GET that was not parsed, by the seconds
	 * until the retry
	 */
	private record Rendered(PreparedProblem again, PreparedProblem other, Map<Integer, byte[]> unparsed,
			Instant until) {
	}

	BusyPage(Pages pages, ProblemLinks links, InstantSource clock, RandomGenerator random) {
		this.pages = pages;
		this.links = links;
		this.clock = clock;
		this.random = random;
	}

	void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Duration retryAfter = Duration.ofSeconds(retrySeconds());
		Rendered page = page(pages.locale(request));
		if ("GET".equals(request.getMethod())) {
			response.setHeader("Refresh", String.valueOf(retryAfter.toSeconds()));
			pages.send(page.again(), retryAfter, request, response);
		}
		else {
			pages.send(page.other(), retryAfter, request, response);
		}
	}

	/**
	 * Returns the whole response to a GET that was not parsed; must not be modified. Its
	 * language links show another page, as they do not know the request.
	 */
	byte[] unparsed(Locale locale) {
		return Objects.requireNonNull(page(locale).unparsed().get(retrySeconds()));
	}

	private int retrySeconds() {
		return random.nextInt(MIN_RETRY_SECONDS, MAX_RETRY_SECONDS + 1);
	}

	/**
	 * One thread renders a page; the others continue with the last one, or wait for the
	 * first.
	 */
	private Rendered page(Locale locale) {
		Instant now = clock.instant();
		Rendered last = rendered.get(locale);
		if (last != null && (now.isBefore(last.until()) || !rendering.tryLock())) {
			return last;
		}
		if (last == null) {
			rendering.lock();
		}
		try {
			return rendered.compute(locale,
					(key, present) -> present != null && now.isBefore(present.until()) ? present : render(key, now));
		}
		finally {
			rendering.unlock();
		}
	}

	private Rendered render(Locale locale, Instant now) {
		String code = IncidentReason.OVERLOADED.name();
		// A language link is a GET, which cannot repeat a submitted form. The text of
		// OVERLOADED says that reloading does, so the link shows another page.
		String otherUrl = links.to(new ProblemLinks.Shown(Problem.TRY_LATER, code, now, "", "", null));
		PreparedProblem other = pages
			.prepare(new ProblemPage(Problem.OVERLOADED, code, null, now, null, null, otherUrl), locale);
		return new Rendered(pages.prepare(new ProblemPage(Problem.OVERLOADED, code, null, now, null), locale), other,
				unparsed(other), now.plus(CACHE_TIME));
	}

	private Map<Integer, byte[]> unparsed(PreparedProblem page) {
		Map<Integer, byte[]> responses = new HashMap<>();
		for (int seconds = MIN_RETRY_SECONDS; seconds <= MAX_RETRY_SECONDS; seconds++) {
			String retry = Integer.toString(seconds);
			responses.put(seconds, pages.response(page, Map.of("Retry-After", retry, "Refresh", retry)));
		}
		return responses;
	}

}
