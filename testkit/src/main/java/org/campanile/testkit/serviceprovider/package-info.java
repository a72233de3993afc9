/**
 * A strict service provider (SAML Profiles 4.1), for the demo, and for tests and load
 * scenarios that check this server's responses.
 */
@NullMarked
package org.campanile.testkit.serviceprovider;

import org.jspecify.annotations.NullMarked;
