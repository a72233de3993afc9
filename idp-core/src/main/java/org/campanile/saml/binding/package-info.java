/** HTTP bindings (SAML Bindings 3.4, 3.5): bytes from the wire to messages and back. */
@NullMarked
package org.campanile.saml.binding;

import org.jspecify.annotations.NullMarked;
