/** Finding the users of realms, wherever they are stored. */
@NullMarked
package org.campanile.authn.resolver;

import org.jspecify.annotations.NullMarked;
