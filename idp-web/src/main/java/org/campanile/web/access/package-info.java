/** The configuration of who may use what. */
@NullMarked
package org.campanile.web.access;

import org.jspecify.annotations.NullMarked;
