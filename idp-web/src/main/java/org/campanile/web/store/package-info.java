/**
 * The stores of this server: under guard, watched, and with the operations that are
 * finished late.
 */
@NullMarked
package org.campanile.web.store;

import org.jspecify.annotations.NullMarked;
