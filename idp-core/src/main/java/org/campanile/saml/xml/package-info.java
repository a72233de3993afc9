/** SAML's own additions to writing XML. */
@NullMarked
package org.campanile.saml.xml;

import org.jspecify.annotations.NullMarked;
