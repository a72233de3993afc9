/**
 * Parts of guards around systems that may be slow or down: breakers, limits of calls
 * under way, and the clock of limits that only one process keeps.
 */
@NullMarked
package org.campanile.guard;

import org.jspecify.annotations.NullMarked;
