/**
 * Parts of guards around systems that may be slow or down: breakers, limits of calls
 * under way.
 */
@NullMarked
package org.campanile.guard;

import org.jspecify.annotations.NullMarked;
