/** The configuration: typed, validated, mapped to the settings of the core. */
@NullMarked
package org.campanile.web.config;

import org.jspecify.annotations.NullMarked;
