/** Stand-ins for the other end of SAML, for the tests of this and other modules. */
@NullMarked
package org.campanile.saml.testkit;

import org.jspecify.annotations.NullMarked;
