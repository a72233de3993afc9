/** Configuration: typed properties, their check, and reloading. */
@NullMarked
package org.campanile.web.config;

import org.jspecify.annotations.NullMarked;
