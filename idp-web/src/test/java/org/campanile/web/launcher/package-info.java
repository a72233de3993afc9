/** Tests of the commands with which people start the server. */
@NullMarked
package org.campanile.web.launcher;

import org.jspecify.annotations.NullMarked;
