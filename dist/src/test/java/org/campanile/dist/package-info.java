@NullMarked
package org.campanile.dist;

import org.jspecify.annotations.NullMarked;
