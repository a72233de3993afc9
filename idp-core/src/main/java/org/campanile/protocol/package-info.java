/**
 * The part that all sign-on protocols share, and that other packages may use of a
 * protocol: its id, its endpoints, and the handles by which services refer to a sign-on.
 */
@NullMarked
package org.campanile.protocol;

import org.jspecify.annotations.NullMarked;
