@NullMarked
package org.campanile.web.lifecycle;

import org.jspecify.annotations.NullMarked;
