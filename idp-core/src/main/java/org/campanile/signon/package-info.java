/**
 * The protocol-neutral sign-on: from a validated request to an outcome, one call per
 * stage.
 */
@NullMarked
package org.campanile.signon;

import org.jspecify.annotations.NullMarked;
