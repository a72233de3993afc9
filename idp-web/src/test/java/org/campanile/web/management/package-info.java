/** Tests of the management port, as administrators and their scripts use it. */
@NullMarked
package org.campanile.web.management;

import org.jspecify.annotations.NullMarked;
