/** Recovery codes: for whoever has lost all other factors. */
@NullMarked
package org.campanile.factor.recovery;

import org.jspecify.annotations.NullMarked;
