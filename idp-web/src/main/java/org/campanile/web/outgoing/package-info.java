/** Configures requests of this server to services. */
@NullMarked
package org.campanile.web.outgoing;

import org.jspecify.annotations.NullMarked;
