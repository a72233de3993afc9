/** What every guard around a system that may be slow or down is made of. */
@NullMarked
package org.campanile.guard;

import org.jspecify.annotations.NullMarked;
