/** SAML 2.0 as a sign-on protocol: what the use case asks of it. */
@NullMarked
package org.campanile.saml.protocol;

import org.jspecify.annotations.NullMarked;
