/** The factors that users have enrolled, stored permanently. */
@NullMarked
package org.campanile.factor;

import org.jspecify.annotations.NullMarked;
