/**
 * The use case, protocol-neutral: from a validated request to an outcome, one call per
 * stage.
 */
@NullMarked
package org.campanile.signon;

import org.jspecify.annotations.NullMarked;
