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
import org.campanile.web.fault.ProblemLinks;
import org.campanile.web.page.Pages;
import org.campanile.web.page.PreparedProblem;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ProblemPage;

/**
 * The answer to those who are refused: status 503 and when to come again, a different
 * moment for each, so that they do not all come at once; the answer to a GET tries again
 * by itself. Rendered for a language at most once in a while, as rendering costs more
 * than refusing may. Thread-safe.
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

	private final ProblemLinks links;

	private final Map<Locale, Rendered> rendered = new ConcurrentHashMap<>();

	/**
	 * @param again the answer to a GET, whose address is repeated in the language links
	 * @param other the answer to anything else
	 */
	private record Rendered(PreparedProblem again, PreparedProblem other, Instant until) {
	}

	BusyPage(Pages pages, ProblemLinks links, InstantSource clock, RandomGenerator random) {
		this.pages = pages;
		this.links = links;
		this.clock = clock;
		this.random = random;
	}

	void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Duration retryAfter = Duration.ofSeconds(random.nextInt(SOONEST, LATEST + 1));
		Rendered page = page(pages.locale(request));
		if ("GET".equals(request.getMethod())) {
			response.setHeader("Refresh", String.valueOf(retryAfter.toSeconds()));
			pages.send(page.again(), retryAfter, request, response);
		}
		else {
			pages.send(page.other(), retryAfter, request, response);
		}
	}

	private Rendered page(Locale locale) {
		Instant now = clock.instant();
		Rendered last = rendered.get(locale);
		if (last == null || !now.isBefore(last.until())) {
			String code = IncidentReason.OVERLOADED.name();
			// A language link is a GET, which cannot repeat what was typed. The text of
			// OVERLOADED says that reloading does, so the link shows another page.
			String otherUrl = links.to(new ProblemLinks.Shown(Problem.TRY_LATER, code, now, "", ""));
			last = new Rendered(pages.prepare(new ProblemPage(Problem.OVERLOADED, code, null, now, null), locale),
					pages.prepare(new ProblemPage(Problem.OVERLOADED, code, null, now, null, null, otherUrl), locale),
					now.plus(FRESH));
			rendered.put(locale, last);
		}
		return last;
	}

}
