/** Tests with recordings of processes whose work is known. */
@NullMarked
package org.campanile.perf.profile;

import org.jspecify.annotations.NullMarked;
