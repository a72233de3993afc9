/** Settings and configuration of the sealing keys. */
@NullMarked
package org.campanile.web.seal;

import org.jspecify.annotations.NullMarked;
