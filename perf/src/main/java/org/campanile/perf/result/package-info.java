/** Results and their conditions: the JSON of a results folder. */
@NullMarked
package org.campanile.perf.result;

import org.jspecify.annotations.NullMarked;
