/**
 * Stored persistent identifiers: issued once for a user and a service, kept permanently,
 * hashed and sealed in the store.
 */
@org.jspecify.annotations.NullMarked
package org.campanile.identifier;
