/**
 * The gate before web servers that know no sign-on protocol: whether a request may pass,
 * and which headers describe its user.
 */
@NullMarked
package org.campanile.gate;

import org.jspecify.annotations.NullMarked;
