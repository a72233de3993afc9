/**
 * Services that accept our assertions: what their metadata and the local overrides say of
 * them.
 */
@NullMarked
package org.campanile.saml.relyingparty;

import org.jspecify.annotations.NullMarked;
