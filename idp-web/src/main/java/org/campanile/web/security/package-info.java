/**
 * Configuration of Spring Security and cookies: the filter chain, the binding to a
 * browser, client addresses.
 */
@NullMarked
package org.campanile.web.security;

import org.jspecify.annotations.NullMarked;
