package org.campanile.perf.result;

/** What a process is to a login. */
public enum ProcessRole {

	/** Answers it: a node of Campanile, or another identity provider. */
	IDENTITY_PROVIDER,
	/** Holds the people. */
	DIRECTORY,
	/** Holds sessions. */
	DATABASE,
	/** Stands before the nodes. */
	PROXY,
	/** Shows what people sign on for. */
	SERVICE,
	/** Makes the load. */
	LOAD

}
