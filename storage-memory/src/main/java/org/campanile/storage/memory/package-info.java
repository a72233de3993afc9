/** The memory part of the server. */
@NullMarked
package org.campanile.storage.memory;

import org.jspecify.annotations.NullMarked;
