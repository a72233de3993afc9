/** Metadata (SAML Metadata 2.0): the services' read, our own written. */
@NullMarked
package org.campanile.saml.metadata;

import org.jspecify.annotations.NullMarked;
