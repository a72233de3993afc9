package org.campanile.directory;

/**
 * The shared parts of all conversations.
 *
 * @param searchPool connections of the service account
 * @param bindPool unauthenticated connections, for password checks
 * @param searches the searches for users
 * @param decoyDn the name to bind with for unknown users
 * @param limits time limits
 * @param metrics timers
 */
record DirectoryParts(GuardedPool searchPool, GuardedPool bindPool, Searches searches, String decoyDn,
		DirectorySettings.Limits limits, DirectoryMetrics metrics) {
}
