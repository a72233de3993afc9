package org.campanile.attribute;

import java.util.Set;

/**
 * An external source of user attributes: a further directory, a database, a web service.
 * {@link GuardedSource} adds deadline, breaker, cache, concurrency limit and metrics; an
 * implementation queries once and limits how much it reads. Thread-safe; interrupted when
 * the deadline has passed. {@code AttributeSourceContract} in the test tree checks an
 * implementation.
 */
public interface AttributeSource extends AutoCloseable {

	/**
	 * Returns the name of the source in the configuration, the log, the audit log and
	 * metrics.
	 */
	String id();

	/** Returns the attributes for which the source may have values. */
	Set<String> provides();

	/**
	 * Returns what the source needs to look up a user: {@link SourceQuery#USERNAME}, or
	 * attributes of the user's own entry. A user without exactly one value of each is not
	 * looked up.
	 */
	Set<String> parameters();

	/**
	 * Reads a user's values.
	 * @param query a value for each of the {@link #parameters}, as it is; the source
	 * escapes it
	 * @return {@link SourceValues#NONE} if it does not know the user
	 * @throws UnfitValueException if it cannot process a value of this user
	 * @throws UnusableAnswerException if it answered, but what it says of this user
	 * cannot be used; it is asked for others as before
	 * @throws SourceUnavailableException if it did not answer, or would not answer for
	 * anybody
	 */
	SourceValues read(SourceQuery query) throws SourceUnavailableException;

	/**
	 * Tries to reach it, without a user and without changing anything there.
	 * @throws SourceUnavailableException with the reason if that fails
	 */
	void probe() throws SourceUnavailableException;

	/** Closes connections; reads under way fail. */
	@Override
	void close();

}
