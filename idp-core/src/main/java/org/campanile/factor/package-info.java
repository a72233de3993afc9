/** What users have enrolled to prove factors with, kept for good. */
@NullMarked
package org.campanile.factor;

import org.jspecify.annotations.NullMarked;
