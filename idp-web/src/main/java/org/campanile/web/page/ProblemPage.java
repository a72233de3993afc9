package org.campanile.web.page;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Something went wrong.
 *
 * @param problem what
 * @param code the code for the help desk, the same that stands in the audit line
 * @param service the service the person was on the way to; null if unknown
 * @param time when it happened
 * @param retryAfter when to try again, if that is known
 */
public record ProblemPage(Problem problem, String code, @Nullable ServiceView service, Instant time,
		@Nullable Duration retryAfter) {
}
