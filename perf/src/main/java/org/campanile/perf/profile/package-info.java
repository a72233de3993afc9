/** Tables and flame graphs of flight recordings. */
@NullMarked
package org.campanile.perf.profile;

import org.jspecify.annotations.NullMarked;
