/** The perf part of the server. */
@NullMarked
package org.campanile.perf;

import org.jspecify.annotations.NullMarked;
