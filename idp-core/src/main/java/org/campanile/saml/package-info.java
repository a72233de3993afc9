/** SAML 2.0: converts requests to protocol-independent ones, and outcomes to messages. */
@NullMarked
package org.campanile.saml;

import org.jspecify.annotations.NullMarked;
