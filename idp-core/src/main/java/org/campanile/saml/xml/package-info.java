/** Writes XML directly in canonical form. */
@NullMarked
package org.campanile.saml.xml;

import org.jspecify.annotations.NullMarked;
