/**
 * The only home of OpenSAML: parsing, unmarshalling, signature validation of what comes
 * in.
 */
@NullMarked
package org.campanile.saml.internal;

import org.jspecify.annotations.NullMarked;
