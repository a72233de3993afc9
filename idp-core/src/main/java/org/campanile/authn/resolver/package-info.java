/** Users of realms: who stands behind a login name, wherever they are kept. */
@NullMarked
package org.campanile.authn.resolver;

import org.jspecify.annotations.NullMarked;
