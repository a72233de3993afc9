/** Writes the audit log and counts what is in it. */
@NullMarked
package org.campanile.web.audit;

import org.jspecify.annotations.NullMarked;
