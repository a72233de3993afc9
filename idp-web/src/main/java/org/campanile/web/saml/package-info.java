/** The SAML endpoints' settings and the parts they are made of. */
@NullMarked
package org.campanile.web.saml;

import org.jspecify.annotations.NullMarked;
