@NullMarked
package org.campanile.perf.sizing;

import org.jspecify.annotations.NullMarked;
