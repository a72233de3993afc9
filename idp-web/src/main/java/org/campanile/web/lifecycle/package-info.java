/**
 * Start and stop of a node without interruption for users: it opens its port once it can
 * serve requests, and drains before it stops.
 */
@NullMarked
package org.campanile.web.lifecycle;

import org.jspecify.annotations.NullMarked;
