/** The calculation of the resources that a campus needs, from measured figures. */
@NullMarked
package org.campanile.perf.sizing;

import org.jspecify.annotations.NullMarked;
