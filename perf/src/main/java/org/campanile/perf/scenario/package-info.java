/** The scenarios, with their steps and the published figures. */
@NullMarked
package org.campanile.perf.scenario;

import org.jspecify.annotations.NullMarked;
