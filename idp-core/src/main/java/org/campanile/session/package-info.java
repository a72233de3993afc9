/** Single sign-on sessions and the seam behind which they are stored. */
@NullMarked
package org.campanile.session;

import org.jspecify.annotations.NullMarked;
