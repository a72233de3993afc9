/** State that is used once: replay marks and one-time values. */
@NullMarked
package org.campanile.onetime;

import org.jspecify.annotations.NullMarked;
