/**
 * The stages of a login as events of a flight recording. No event contains a user,
 * service or address, so a recording may be passed on.
 */
@NullMarked
package org.campanile.jfr;

import org.jspecify.annotations.NullMarked;
