/** A directory in memory, for the demo and for tests. */
@NullMarked
package org.campanile.directory.embedded;

import org.jspecify.annotations.NullMarked;
