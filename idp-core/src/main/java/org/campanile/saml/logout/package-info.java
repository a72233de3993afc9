/**
 * Single logout in SAML 2.0 (SAML Core 3.7, SAML Profiles 4.4): validates incoming
 * messages, and writes and signs outgoing ones.
 */
@NullMarked
package org.campanile.saml.logout;

import org.jspecify.annotations.NullMarked;
