/**
 * The gate before web servers that know no sign-on protocol: whether a request may pass,
 * and what the web server is told of its user.
 */
@NullMarked
package org.campanile.gate;

import org.jspecify.annotations.NullMarked;
