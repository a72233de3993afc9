/**
 * The load, by Gatling, and the virtual service provider that checks every answer.
 */
@NullMarked
package org.campanile.perf.load;

import org.jspecify.annotations.NullMarked;
