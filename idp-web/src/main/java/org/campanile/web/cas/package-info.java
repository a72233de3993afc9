/** The endpoints of the CAS protocol, and its configuration. */
@NullMarked
package org.campanile.web.cas;

import org.jspecify.annotations.NullMarked;
