package org.campanile.storage.jpa;

/** What a write waits for. */
public enum CommitMode {

	/**
	 * Every write is on disk, as the server's configuration has it, before it returns.
	 */
	DURABLE,

	/**
	 * Creating and touching a session do not wait for the disk: a crash of the database
	 * server, not of a node, may lose those of the last second. Marks, takes and ends
	 * always wait.
	 */
	FAST;

	/**
	 * A column for the statement that need not wait: said within the statement, it holds
	 * for its commit and is over with it, at no round trip of its own.
	 */
	String clause() {
		return this == FAST ? ", set_config('synchronous_commit', 'off', TRUE) AS commit_mode" : "";
	}

}
