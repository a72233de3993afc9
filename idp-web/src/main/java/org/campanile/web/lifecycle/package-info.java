/**
 * Start and stop of a node without interruption for users: it listens when it can serve,
 * and takes leave of the proxy before it goes.
 */
@NullMarked
package org.campanile.web.lifecycle;

import org.jspecify.annotations.NullMarked;
