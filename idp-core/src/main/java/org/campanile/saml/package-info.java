/**
 * SAML 2.0 at both ends of a sign-on: requests become neutral, outcomes become messages.
 */
@NullMarked
package org.campanile.saml;

import org.jspecify.annotations.NullMarked;
