/** Password authentication over the directory. */
@NullMarked
package org.campanile.authn.password;

import org.jspecify.annotations.NullMarked;
