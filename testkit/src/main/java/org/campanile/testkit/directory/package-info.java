/** A directory in memory, for the demo and for tests. */
@NullMarked
package org.campanile.testkit.directory;

import org.jspecify.annotations.NullMarked;
