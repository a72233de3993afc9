package org.campanile.record;

/** The outcome of an update that expects the version its caller read. */
public sealed interface RecordUpdate {

	/**
	 * The new state and end are stored.
	 *
	 * @param version the record's version from now on: the one read, plus 1
	 */
	record Updated(long version) implements RecordUpdate {
	}

	/**
	 * Another caller was first; nothing was changed.
	 */
	record Stale(StoredRecord current) implements RecordUpdate {
	}

	/** The record no longer exists; nothing was changed. */
	record Gone() implements RecordUpdate {
	}

}
