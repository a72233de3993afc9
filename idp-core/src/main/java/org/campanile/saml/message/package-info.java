/**
 * The content of parsed SAML messages, not yet trusted, and the rules that their
 * signatures are checked against.
 */
@NullMarked
package org.campanile.saml.message;

import org.jspecify.annotations.NullMarked;
