/**
 * The guard between callers and a store that can block them: deadline, circuit breaker,
 * retries, a concurrency limit, and metrics.
 */
@NullMarked
package org.campanile.store.resilience;

import org.jspecify.annotations.NullMarked;
