package org.campanile.web.overload;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.web.fault.IncidentReason;
import org.campanile.web.page.Pages;
import org.campanile.web.page.PreparedPage;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ProblemPage;

/**
 * The answer to those who are refused: status 503 and when to come again, a different
 * moment for each, so that they do not all come at once. Rendered for a language at most
 * once in a while, as rendering costs more than refusing may. Thread-safe.
 */
final class BusyPage {

	/** Pages tell the time, and files of the home folder may change. */
	private static final Duration FRESH = Duration.ofSeconds(5);

	/** In seconds. */
	private static final int SOONEST = 2;

	private static final int LATEST = 8;

	private final Pages pages;

	private final InstantSource clock;

	private final RandomGenerator random;

	private final Map<Locale, Rendered> rendered = new ConcurrentHashMap<>();

	private record Rendered(PreparedPage page, Instant until) {
	}

	BusyPage(Pages pages, InstantSource clock, RandomGenerator random) {
		this.pages = pages;
		this.clock = clock;
		this.random = random;
	}

	void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Duration retryAfter = Duration.ofSeconds(random.nextInt(SOONEST, LATEST + 1));
		pages.send(page(pages.locale(request)), retryAfter, response);
	}

	private PreparedPage page(Locale locale) {
		Instant now = clock.instant();
		Rendered last = rendered.get(locale);
		if (last == null || !now.isBefore(last.until())) {
			ProblemPage problem = new ProblemPage(Problem.OVERLOADED, IncidentReason.OVERLOADED.name(), null, now,
					null);
			last = new Rendered(pages.prepare(problem, locale), now.plus(FRESH));
			rendered.put(locale, last);
		}
		return last.page();
	}

}
