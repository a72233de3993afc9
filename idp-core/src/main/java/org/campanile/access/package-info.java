/** Access control: which users may use which service, whatever its protocol. */
@NullMarked
package org.campanile.access;

import org.jspecify.annotations.NullMarked;
