package org.campanile.attribute;

import java.util.Set;

/**
 * A place outside this server that knows something of users: a further directory, a
 * database, a web service. Its deadline, breaker, cache, bound and metrics are around it
 * ({@link GuardedSource}); an implementation asks, once, and bounds what it reads.
 * Thread-safe; is interrupted when its time is up. {@code AttributeSourceContract} in the
 * test tree tells when an implementation is right.
 */
public interface AttributeSource extends AutoCloseable {

	/** Names it in the configuration, the log, the audit log and metrics. */
	String id();

	/** The attributes that it may have values of. */
	Set<String> provides();

	/**
	 * What it must be told of a user: {@link SourceQuery#USERNAME}, or attributes of the
	 * user's own entry. A user without exactly one value of each is not asked for.
	 */
	Set<String> parameters();

	/**
	 * Reads what it says of a user.
	 * @param query a value for each of the {@link #parameters}, as it is; the source
	 * escapes it
	 * @return {@link SourceValues#NONE} if it does not know the user
	 * @throws SourceUnavailableException if it did not answer, or its answer is none
	 */
	SourceValues read(SourceQuery query) throws SourceUnavailableException;

	/**
	 * Tries to reach it, without a user and without changing anything there.
	 * @throws SourceUnavailableException with the reason if that fails
	 */
	void probe() throws SourceUnavailableException;

	/** Lets go of connections; reads that are under way fail. */
	@Override
	void close();

}
