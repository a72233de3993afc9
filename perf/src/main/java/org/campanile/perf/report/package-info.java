/**
 * What the results of runs say to people: the figures in the shape of the published
 * tables, the published ones beside them, ratios, plots and profiles.
 */
@NullMarked
package org.campanile.perf.report;

import org.jspecify.annotations.NullMarked;
