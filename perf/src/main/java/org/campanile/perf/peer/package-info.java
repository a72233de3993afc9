/** Other identity providers, started so that the same load can be put on them. */
@NullMarked
package org.campanile.perf.peer;

import org.jspecify.annotations.NullMarked;
