/** Limits on wrong guesses, by username, account and network. */
@NullMarked
package org.campanile.authn.throttle;

import org.jspecify.annotations.NullMarked;
