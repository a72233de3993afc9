/** Tests of sign-on and logout, end to end, over HTTP against the whole server. */
@NullMarked
package org.campanile.web.flow;

import org.jspecify.annotations.NullMarked;
