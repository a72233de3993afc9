/**
 * What administrators ask for on the management port: people's sessions and identifiers,
 * a recording of the server; and the token they show for it.
 */
@NullMarked
package org.campanile.web.management;

import org.jspecify.annotations.NullMarked;
