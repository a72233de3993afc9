/** The command line of the load-test harness. */
@NullMarked
package org.campanile.perf;

import org.jspecify.annotations.NullMarked;
