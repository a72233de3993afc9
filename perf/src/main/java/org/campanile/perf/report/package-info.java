/**
 * Reports of runs for people: figures in the form of the published tables and next to
 * them, ratios, plots and profiles.
 */
@NullMarked
package org.campanile.perf.report;

import org.jspecify.annotations.NullMarked;
