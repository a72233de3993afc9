package org.campanile.directory;

/**
 * A bind and, where it was accepted, the person's own entry read on the same connection.
 *
 * @param answer what the directory said to the password
 * @param lookup the entry; {@link UserLookup.NotFound} where the bind was turned away
 */
public record BoundLookup(BindAnswer answer, UserLookup lookup) {
}
