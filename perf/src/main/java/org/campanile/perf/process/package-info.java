/**
 * Processes of ours and programs of the machine: how they are started, controlled and
 * read.
 */
@NullMarked
package org.campanile.perf.process;

import org.jspecify.annotations.NullMarked;
