/** Tests of the commands people start the server with. */
@NullMarked
package org.campanile.web.launcher;

import org.jspecify.annotations.NullMarked;
