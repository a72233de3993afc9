/** The audit log: one line for every login, refusal and logout. */
@NullMarked
package org.campanile.audit;

import org.jspecify.annotations.NullMarked;
