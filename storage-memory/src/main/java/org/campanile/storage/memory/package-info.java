/**
 * Sessions and one-time marks in the memory of one node: the default, and the reference
 * for the contract kit.
 */
@NullMarked
package org.campanile.storage.memory;

import org.jspecify.annotations.NullMarked;
