/** Versioned records that expire and are found by key or by owner. */
@NullMarked
package org.campanile.record;

import org.jspecify.annotations.NullMarked;
