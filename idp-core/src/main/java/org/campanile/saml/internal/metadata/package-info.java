/** What OpenSAML makes of one service's metadata. */
@NullMarked
package org.campanile.saml.internal.metadata;

import org.jspecify.annotations.NullMarked;
