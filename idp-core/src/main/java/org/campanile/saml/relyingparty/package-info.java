/** Services that accept assertions of this server: their metadata and local overrides. */
@NullMarked
package org.campanile.saml.relyingparty;

import org.jspecify.annotations.NullMarked;
