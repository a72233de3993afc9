/** The gate's endpoints and configuration. */
@NullMarked
package org.campanile.web.gate;

import org.jspecify.annotations.NullMarked;
