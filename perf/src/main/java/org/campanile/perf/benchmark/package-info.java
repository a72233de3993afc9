/**
 * Microbenchmarks with JMH: access decisions, the floor of a login, and the timing of
 * wrong passwords.
 */
@NullMarked
package org.campanile.perf.benchmark;

import org.jspecify.annotations.NullMarked;
