/**
 * The stores of this server: guarded, monitored, and with deferred terminations.
 */
@NullMarked
package org.campanile.web.store;

import org.jspecify.annotations.NullMarked;
