/**
 * What a measurement runs on: directory, store, nodes, proxy, each a process of its own
 * whose processor time is measured separately.
 */
@NullMarked
package org.campanile.perf.environment;

import org.jspecify.annotations.NullMarked;
