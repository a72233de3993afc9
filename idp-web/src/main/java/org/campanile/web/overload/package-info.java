/**
 * Overload protection: serves as many requests at once as the machine can, lets the
 * others wait briefly, and refuses those without a permit in time, before they cost
 * anything.
 */
@NullMarked
package org.campanile.web.overload;

import org.jspecify.annotations.NullMarked;
