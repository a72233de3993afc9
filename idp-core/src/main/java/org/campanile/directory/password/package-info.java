/** Password authentication over the directory. */
@NullMarked
package org.campanile.directory.password;

import org.jspecify.annotations.NullMarked;
