/** Tests of the launcher, by which users start the server. */
@NullMarked
package org.campanile.web.launcher;

import org.jspecify.annotations.NullMarked;
