/** Reads a service's metadata with OpenSAML. */
@NullMarked
package org.campanile.saml.opensaml.metadata;

import org.jspecify.annotations.NullMarked;
