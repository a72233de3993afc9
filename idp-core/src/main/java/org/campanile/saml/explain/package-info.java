/** The SAML part of explanations of a sign-on. */
@NullMarked
package org.campanile.saml.explain;

import org.jspecify.annotations.NullMarked;
