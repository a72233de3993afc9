/** Explains sign-ons to administrators, with and without a running server. */
@NullMarked
package org.campanile.web.explain;

import org.jspecify.annotations.NullMarked;
