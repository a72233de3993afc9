/** Configures who may use which service. */
@NullMarked
package org.campanile.web.access;

import org.jspecify.annotations.NullMarked;
