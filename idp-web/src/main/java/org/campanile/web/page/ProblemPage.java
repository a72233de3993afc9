package org.campanile.web.page;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An error page.
 *
 * @param code the code for the help desk, the same as in the audit line
 * @param service the service the user was signing in to; null if unknown
 * @param time when it happened
 * @param retryAfter when to try again, if that is known
 * @param again where the page retries by itself after that time; null if it does not
 * @param selfUrl where a GET shows this page again, for the language links; null for the
 * address of a GET request
 * @param denial what an access rule says to the user; null for another problem
 */
public record ProblemPage(Problem problem, String code, @Nullable ServiceView service, Instant time,
		@Nullable Duration retryAfter, @Nullable Again again, @Nullable String selfUrl, @Nullable Denial denial) {

	public ProblemPage(Problem problem, String code, @Nullable ServiceView service, Instant time,
			@Nullable Duration retryAfter) {
		this(problem, code, service, time, retryAfter, null, null);
	}

	public ProblemPage(Problem problem, String code, @Nullable ServiceView service, Instant time,
			@Nullable Duration retryAfter, @Nullable Again again, @Nullable String selfUrl) {
		this(problem, code, service, time, retryAfter, again, selfUrl, null);
	}

	/** Returns the same page with the explanation of an access rule. */
	public ProblemPage with(Denial other) {
		return new ProblemPage(problem, code, service, time, retryAfter, again, selfUrl, other);
	}

	/**
	 * The explanation of an access rule to the user.
	 *
	 * @param missing which access is missing; null if it does not say
	 * @param contact whom to ask, an address of mail or of a page; null if it does not
	 * say
	 */
	public record Denial(@Nullable String missing, @Nullable String contact) {
	}

	/**
	 * The way a page retries by itself.
	 *
	 * @param url the URL that it opens then
	 * @param signInUrl where the user signs in with a password instead
	 */
	public record Again(String url, String signInUrl) {
	}

}
