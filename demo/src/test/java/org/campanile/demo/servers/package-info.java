/** The demo and its cluster, tried with installed servers and a real browser. */
@NullMarked
package org.campanile.demo.servers;

import org.jspecify.annotations.NullMarked;
