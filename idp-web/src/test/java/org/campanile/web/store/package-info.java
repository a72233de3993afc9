@NullMarked
package org.campanile.web.store;

import org.jspecify.annotations.NullMarked;
