/**
 * A service provider of our own (SAML Profiles 4.1): the demo's, and the one that tests
 * and load scenarios judge this server's answers with. It takes nothing on trust.
 */
@NullMarked
package org.campanile.testkit.serviceprovider;

import org.jspecify.annotations.NullMarked;
