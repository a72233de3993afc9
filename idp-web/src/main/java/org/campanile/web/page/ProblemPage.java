package org.campanile.web.page;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision.Deny;

/**
 * An error page.
 *
 * @param problem the problem
 * @param code the code for the help desk, the same as in the audit line
 * @param service the service the user was signing in to; null if unknown
 * @param time when it happened
 * @param retryAfter when to try again, if that is known
 * @param again where the page retries by itself after that time; null if it does not
 * @param selfUrl where a GET shows this page again, for the language links; null for the
 * address of a GET request
 * @param denied what the access rule says to the user; null for another problem
 */
public record ProblemPage(Problem problem, String code, @Nullable ServiceView service, Instant time,
		@Nullable Duration retryAfter, @Nullable Again again, @Nullable String selfUrl, @Nullable Deny denied) {

	public ProblemPage(Problem problem, String code, @Nullable ServiceView service, Instant time,
			@Nullable Duration retryAfter, @Nullable Again again, @Nullable String selfUrl) {
		this(problem, code, service, time, retryAfter, again, selfUrl, null);
	}

	public ProblemPage(Problem problem, String code, @Nullable ServiceView service, Instant time,
			@Nullable Duration retryAfter) {
		this(problem, code, service, time, retryAfter, null, null);
	}

	/**
	 * How a page retries by itself.
	 *
	 * @param url the URL that it opens then
	 * @param signInUrl where the user signs in with a password instead
	 */
	public record Again(String url, String signInUrl) {
	}

}
