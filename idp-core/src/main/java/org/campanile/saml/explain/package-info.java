/** What SAML says of a sign-on that is explained. */
@NullMarked
package org.campanile.saml.explain;

import org.jspecify.annotations.NullMarked;
