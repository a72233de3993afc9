package org.campanile.directory;

/**
 * A bind and, if accepted, the user's own entry read on the same connection.
 *
 * @param lookup the entry; {@link UserLookup.NotFound} if the bind was refused
 */
public record BoundLookup(BindAnswer answer, UserLookup lookup) {
}
