/** What SAML adds to the writing of XML. */
@NullMarked
package org.campanile.saml.xml;

import org.jspecify.annotations.NullMarked;
