/** Pages of this server that a user signs in to. */
@NullMarked
package org.campanile.web.home;

import org.jspecify.annotations.NullMarked;
