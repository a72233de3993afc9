/**
 * What all stores have in common: how they fail, and how callers are kept from waiting.
 */
@NullMarked
package org.campanile.store;

import org.jspecify.annotations.NullMarked;
