/** Test doubles for SAML peers, for the tests of all modules. */
@NullMarked
package org.campanile.testkit.saml;

import org.jspecify.annotations.NullMarked;
