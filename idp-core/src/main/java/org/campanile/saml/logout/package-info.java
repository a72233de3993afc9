/**
 * Single logout in SAML 2.0 (SAML Core 3.7, SAML Profiles 4.4): what comes in is
 * validated, what goes out is written and signed, and what the front channel needs to
 * know is kept where every node finds it.
 */
@NullMarked
package org.campanile.saml.logout;

import org.jspecify.annotations.NullMarked;
