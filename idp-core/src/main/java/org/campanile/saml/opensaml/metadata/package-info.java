/** What OpenSAML makes of one service's metadata. */
@NullMarked
package org.campanile.saml.opensaml.metadata;

import org.jspecify.annotations.NullMarked;
