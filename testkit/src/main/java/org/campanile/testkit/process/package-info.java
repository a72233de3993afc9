/** Ports, processes and stores that tests, the demo and measurements start. */
@NullMarked
package org.campanile.testkit.process;

import org.jspecify.annotations.NullMarked;
