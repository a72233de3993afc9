/** The typed configuration, and the beans made from it. */
@NullMarked
package org.campanile.web.config;

import org.jspecify.annotations.NullMarked;
