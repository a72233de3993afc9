/** Recordings of processes that do known work. */
@NullMarked
package org.campanile.perf.profile;

import org.jspecify.annotations.NullMarked;
