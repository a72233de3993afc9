/**
 * The systems that are measured: directory, store, nodes and proxy, each a process of its
 * own whose processor time is measured separately.
 */
@NullMarked
package org.campanile.perf.environment;

import org.jspecify.annotations.NullMarked;
