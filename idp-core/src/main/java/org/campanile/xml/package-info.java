/** Writes XML directly in canonical form. */
@NullMarked
package org.campanile.xml;

import org.jspecify.annotations.NullMarked;
