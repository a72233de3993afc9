/**
 * The scenarios, each with its steps and the figures that were published.
 */
@NullMarked
package org.campanile.perf.scenario;

import org.jspecify.annotations.NullMarked;
