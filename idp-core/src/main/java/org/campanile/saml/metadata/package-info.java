/**
 * Metadata (SAML Metadata 2.0): reads that of the services, and writes that of this
 * server.
 */
@NullMarked
package org.campanile.saml.metadata;

import org.jspecify.annotations.NullMarked;
