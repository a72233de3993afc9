/** State that is used once: replay keys and one-time values. */
@NullMarked
package org.campanile.onetime;

import org.jspecify.annotations.NullMarked;
