@NullMarked
package org.campanile.perf.scenario;

import org.jspecify.annotations.NullMarked;
