/**
 * Common parts of stores: their failures, and the limits on waiting for them.
 */
@NullMarked
package org.campanile.store;

import org.jspecify.annotations.NullMarked;
