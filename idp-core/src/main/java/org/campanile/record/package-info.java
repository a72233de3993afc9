/** Records that are found by a key or by their owner, changed and removed. */
@NullMarked
package org.campanile.record;

import org.jspecify.annotations.NullMarked;
