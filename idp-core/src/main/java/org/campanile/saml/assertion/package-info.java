/** Assertions and responses, written as canonical XML, signed and encrypted. */
@NullMarked
package org.campanile.saml.assertion;

import org.jspecify.annotations.NullMarked;
