/** Factors beyond the password: their settings and enrolment. */
@NullMarked
package org.campanile.web.factor;

import org.jspecify.annotations.NullMarked;
