/** Tests of the PostgreSQL store against real servers. */
@NullMarked
package org.campanile.storage.jpa;

import org.jspecify.annotations.NullMarked;
