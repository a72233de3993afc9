/** The rules an AuthnRequest must pass (SAML Core 3.4.1), one class each. */
@NullMarked
package org.campanile.saml.request;

import org.jspecify.annotations.NullMarked;
