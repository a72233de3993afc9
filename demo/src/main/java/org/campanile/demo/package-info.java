/**
 * The command that shows all of it: a server with people, services and, if asked for,
 * several nodes.
 */
@NullMarked
package org.campanile.demo;

import org.jspecify.annotations.NullMarked;
