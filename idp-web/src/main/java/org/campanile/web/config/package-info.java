/** The configuration: its keys, and the beans made from them. */
@NullMarked
package org.campanile.web.config;

import org.jspecify.annotations.NullMarked;
