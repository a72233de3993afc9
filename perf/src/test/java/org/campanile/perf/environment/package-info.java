@NullMarked
package org.campanile.perf.environment;

import org.jspecify.annotations.NullMarked;
