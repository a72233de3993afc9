@NullMarked
package org.campanile.demo.cluster;

import org.jspecify.annotations.NullMarked;
