package org.campanile.directory;

/**
 * What every conversation shares.
 *
 * @param searchPool connections of the service account
 * @param bindPool connections of nobody, on which passwords are checked
 * @param searches how people are looked for
 * @param decoyDn the name bound to for unknown people
 * @param limits time limits
 * @param metrics timers
 */
record DirectoryParts(GuardedPool searchPool, GuardedPool bindPool, Searches searches, String decoyDn,
		DirectorySettings.Limits limits, DirectoryMetrics metrics) {
}
