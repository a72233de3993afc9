/**
 * The only home of OpenSAML: parsing, unmarshalling, signature validation of what comes
 * in.
 */
@NullMarked
package org.campanile.saml.opensaml;

import org.jspecify.annotations.NullMarked;
