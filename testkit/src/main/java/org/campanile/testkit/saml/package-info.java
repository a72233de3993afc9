/** Stand-ins for the other end of SAML, for the tests of this and other modules. */
@NullMarked
package org.campanile.testkit.saml;

import org.jspecify.annotations.NullMarked;
