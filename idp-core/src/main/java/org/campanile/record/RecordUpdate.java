package org.campanile.record;

/** What came of a change. */
public sealed interface RecordUpdate {

	/**
	 * It was made.
	 *
	 * @param version the new one
	 */
	record Updated(long version) implements RecordUpdate {
	}

	/**
	 * Another change came first; nothing was changed.
	 *
	 * @param current the record as it is
	 */
	record Stale(StoredRecord current) implements RecordUpdate {
	}

	/** There is no such record, any more. */
	record Gone() implements RecordUpdate {
	}

}
