/** Tests of the audit log. */
@NullMarked
package org.campanile.web.audit;

import org.jspecify.annotations.NullMarked;
