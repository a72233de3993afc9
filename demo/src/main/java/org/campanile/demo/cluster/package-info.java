/**
 * The demo with several nodes: starts nginx, a store, a directory and the nodes as
 * processes on this machine, and stops them all.
 */
@NullMarked
package org.campanile.demo.cluster;

import org.jspecify.annotations.NullMarked;
