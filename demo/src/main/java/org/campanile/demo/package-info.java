/**
 * The command {@code demo}: a server with users, services and, on request, several nodes.
 */
@NullMarked
package org.campanile.demo;

import org.jspecify.annotations.NullMarked;
