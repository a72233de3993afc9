/** The settings, and the beans they make. */
@NullMarked
package org.campanile.web.config;

import org.jspecify.annotations.NullMarked;
