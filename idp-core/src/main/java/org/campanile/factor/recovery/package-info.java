/** Recovery codes, for users who have lost all other factors. */
@NullMarked
package org.campanile.factor.recovery;

import org.jspecify.annotations.NullMarked;
