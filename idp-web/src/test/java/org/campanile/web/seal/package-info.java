@NullMarked
package org.campanile.web.seal;

import org.jspecify.annotations.NullMarked;
