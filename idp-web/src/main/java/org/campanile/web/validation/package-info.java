/** Validation of passwords and codes for other systems, on the management port. */
@NullMarked
package org.campanile.web.validation;

import org.jspecify.annotations.NullMarked;
