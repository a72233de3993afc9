@NullMarked
package org.campanile.dist.servers;

import org.jspecify.annotations.NullMarked;
