/** XML written straight out in its canonical form. */
@NullMarked
package org.campanile.saml.xml;

import org.jspecify.annotations.NullMarked;
