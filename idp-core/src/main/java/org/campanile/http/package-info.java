/** Requests of this server to other servers; checks of networks and URLs. */
@NullMarked
package org.campanile.http;

import org.jspecify.annotations.NullMarked;
