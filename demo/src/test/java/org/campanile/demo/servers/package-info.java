/** Tests the demo and its cluster with installed servers and a real browser. */
@NullMarked
package org.campanile.demo.servers;

import org.jspecify.annotations.NullMarked;
