/**
 * The stages of a login as a flight recording shows them. No event says who signs in,
 * where, or with what: a recording may be handed on.
 */
@NullMarked
package org.campanile.jfr;

import org.jspecify.annotations.NullMarked;
