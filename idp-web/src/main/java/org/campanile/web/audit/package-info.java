/** Writes the audit log and counts its events; reads what browsers say of themselves. */
@NullMarked
package org.campanile.web.audit;

import org.jspecify.annotations.NullMarked;
