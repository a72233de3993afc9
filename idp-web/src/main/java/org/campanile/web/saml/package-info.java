/** The HTTP side of SAML: endpoints, faults, settings and configuration. */
@NullMarked
package org.campanile.web.saml;

import org.jspecify.annotations.NullMarked;
