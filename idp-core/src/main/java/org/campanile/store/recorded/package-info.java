/**
 * Stores whose operations a flight recording shows.
 */
@NullMarked
package org.campanile.store.recorded;

import org.jspecify.annotations.NullMarked;
