/** SAML between HTTP and its parts in the core: endpoints, faults, settings, wiring. */
@NullMarked
package org.campanile.web.saml;

import org.jspecify.annotations.NullMarked;
