/** Requests of this server to other servers. */
@NullMarked
package org.campanile.http;

import org.jspecify.annotations.NullMarked;
