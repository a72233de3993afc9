/** Tests of attacks over HTTP against the whole server. */
@NullMarked
package org.campanile.web.attack;

import org.jspecify.annotations.NullMarked;
