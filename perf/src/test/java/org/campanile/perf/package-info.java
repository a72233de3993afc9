@NullMarked
package org.campanile.perf;

import org.jspecify.annotations.NullMarked;
