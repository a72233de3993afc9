/**
 * The only package that uses OpenSAML: parses, unmarshalls and validates signatures of
 * incoming messages.
 */
@NullMarked
package org.campanile.saml.opensaml;

import org.jspecify.annotations.NullMarked;
