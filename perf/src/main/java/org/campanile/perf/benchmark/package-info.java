/**
 * Microbenchmarks by JMH: what issuing costs, and the floor that no login can go below.
 */
@NullMarked
package org.campanile.perf.benchmark;

import org.jspecify.annotations.NullMarked;
