@NullMarked
package org.campanile.web.cluster;

import org.jspecify.annotations.NullMarked;
