/** What attributes are called in assertions. */
@NullMarked
package org.campanile.saml.attribute;

import org.jspecify.annotations.NullMarked;
