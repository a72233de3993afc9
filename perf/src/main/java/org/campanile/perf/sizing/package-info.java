/** What a campus needs, from what was measured. */
@NullMarked
package org.campanile.perf.sizing;

import org.jspecify.annotations.NullMarked;
