/** Sign-on over HTTP: endpoints, login, session cookie, sealed flow. */
@NullMarked
package org.campanile.web.sso;

import org.jspecify.annotations.NullMarked;
