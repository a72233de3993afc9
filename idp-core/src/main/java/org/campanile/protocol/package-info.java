/**
 * What all sign-on protocols have in common, and other packages may use of one: its id,
 * its endpoints, and the handles by which services refer to a sign-on.
 */
@NullMarked
package org.campanile.protocol;

import org.jspecify.annotations.NullMarked;
