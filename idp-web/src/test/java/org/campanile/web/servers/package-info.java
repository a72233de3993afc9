/** Tests with installed servers and a real browser. */
@NullMarked
package org.campanile.web.servers;

import org.jspecify.annotations.NullMarked;
