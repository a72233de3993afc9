/** The SAML names of attributes. */
@NullMarked
package org.campanile.saml.attribute;

import org.jspecify.annotations.NullMarked;
