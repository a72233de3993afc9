/** The seam that settings of a kind of source of attributes implement. */
@NullMarked
package org.campanile.web.attribute.source;

import org.jspecify.annotations.NullMarked;
