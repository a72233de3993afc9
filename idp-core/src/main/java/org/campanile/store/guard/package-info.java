/**
 * What stands between callers and a store that can keep them waiting: deadline, breaker,
 * repeats, a bound on what is under way, and metrics.
 */
@NullMarked
package org.campanile.store.guard;

import org.jspecify.annotations.NullMarked;
