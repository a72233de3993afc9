/** Writes the audit log and counts its events. */
@NullMarked
package org.campanile.web.audit;

import org.jspecify.annotations.NullMarked;
