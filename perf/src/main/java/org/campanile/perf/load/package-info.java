/** The load, by Gatling, and the virtual service provider that checks the answers. */
@NullMarked
package org.campanile.perf.load;

import org.jspecify.annotations.NullMarked;
