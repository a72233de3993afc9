/** The command line. */
@NullMarked
package org.campanile.web.command;

import org.jspecify.annotations.NullMarked;
