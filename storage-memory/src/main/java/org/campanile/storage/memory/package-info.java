/**
 * Sessions and one-time state in the memory of one node: the default, and the reference
 * for the contract tests. Stored persistent identifiers and consent too, for trials.
 */
@NullMarked
package org.campanile.storage.memory;

import org.jspecify.annotations.NullMarked;
