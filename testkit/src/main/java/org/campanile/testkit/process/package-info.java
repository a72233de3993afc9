/** Programs that tests, the demo and measurements start: ports, processes, stores. */
@NullMarked
package org.campanile.testkit.process;

import org.jspecify.annotations.NullMarked;
