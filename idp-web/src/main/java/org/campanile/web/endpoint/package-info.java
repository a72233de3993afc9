/** All that is known of the addresses of protocols, for the filters. */
@NullMarked
package org.campanile.web.endpoint;

import org.jspecify.annotations.NullMarked;
