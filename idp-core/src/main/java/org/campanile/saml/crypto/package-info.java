/** Keys and the algorithms that are allowed. */
@NullMarked
package org.campanile.saml.crypto;

import org.jspecify.annotations.NullMarked;
