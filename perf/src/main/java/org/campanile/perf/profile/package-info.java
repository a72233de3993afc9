/**
 * From flight recordings to tables and flame graphs.
 */
@NullMarked
package org.campanile.perf.profile;

import org.jspecify.annotations.NullMarked;
