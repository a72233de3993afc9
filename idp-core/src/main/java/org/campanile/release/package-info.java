/**
 * What a service gets to know: attribute release, name identifiers, and the reason for
 * each decision.
 */
@NullMarked
package org.campanile.release;

import org.jspecify.annotations.NullMarked;
