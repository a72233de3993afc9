package org.campanile.storage.jpa;

/** The durability that a write waits for. */
public enum CommitMode {

	/**
	 * Every write is on disk, as configured in the server, before it returns.
	 */
	DURABLE,

	/**
	 * Creating and touching a session do not wait for the disk: a crash of the database
	 * server, not of a node, may lose those of the last second. Replay keys, takes and
	 * terminations always wait.
	 */
	FAST;

	/**
	 * A column for a statement that need not wait: set within the statement, the option
	 * applies to its commit and ends with it, without an extra round trip.
	 */
	String clause() {
		return this == FAST ? ", set_config('synchronous_commit', 'off', TRUE) AS commit_mode" : "";
	}

}
