/** SAML 2.0 as an implementation of a sign-on protocol. */
@NullMarked
package org.campanile.saml.protocol;

import org.jspecify.annotations.NullMarked;
