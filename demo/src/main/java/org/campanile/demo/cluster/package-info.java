/**
 * The demo of several nodes: starts nginx, a store, a directory and the nodes as
 * processes of this machine, and ends them all.
 */
@NullMarked
package org.campanile.demo.cluster;

import org.jspecify.annotations.NullMarked;
