/** What outlives every session: stored persistent identifiers and people's consent. */
@NullMarked
package org.campanile.durable;

import org.jspecify.annotations.NullMarked;
