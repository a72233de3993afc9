/** What users have enrolled, for tests of any store. */
@NullMarked
package org.campanile.testkit.factor;

import org.jspecify.annotations.NullMarked;
