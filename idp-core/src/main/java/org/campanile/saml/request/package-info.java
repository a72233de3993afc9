/** The rules that an AuthnRequest must satisfy (SAML Core 3.4.1), one class each. */
@NullMarked
package org.campanile.saml.request;

import org.jspecify.annotations.NullMarked;
