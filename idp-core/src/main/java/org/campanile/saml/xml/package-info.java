/** SAML's own additions to reading and writing XML. */
@NullMarked
package org.campanile.saml.xml;

import org.jspecify.annotations.NullMarked;
