/** The OpenSAML half of the service provider: signing requests and judging responses. */
@NullMarked
package org.campanile.saml.internal.serviceprovider;

import org.jspecify.annotations.NullMarked;

