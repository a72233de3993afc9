@NullMarked
package org.campanile.web.overload;

import org.jspecify.annotations.NullMarked;
