/**
 * Checks passwords and codes for other systems, such as RADIUS servers and PAM, which
 * ask over HTTP.
 */
@NullMarked
package org.campanile.validation;

import org.jspecify.annotations.NullMarked;
