/**
 * Spring Security's part: the filter chain, the browser's binding, authentication over
 * the directory.
 */
@NullMarked
package org.campanile.web.security;

import org.jspecify.annotations.NullMarked;
