/**
 * Sessions, one-time state, persistent identifiers and consent in PostgreSQL, through
 * JPA.
 */
@NullMarked
package org.campanile.storage.jpa;

import org.jspecify.annotations.NullMarked;
