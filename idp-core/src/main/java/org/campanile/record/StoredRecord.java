package org.campanile.record;

import java.time.Instant;

/**
 * The stored form of a record, which cannot be read without its sealing key. Hashes are
 * 64 hexadecimal digits in lower case. Its array must not be modified.
 *
 * @param kind separates uses; at most 40 lower-case letters, digits and hyphens
 * @param keyHash names it within its kind
 * @param ownerHash the key under which all records of a kind and owner are found
 * @param version 1 when created, incremented with each update
 * @param end when it expires, to the millisecond
 * @param state the sealed content, at most {@link RecordStore#MAX_STATE} bytes
 */
public record StoredRecord(String kind, String keyHash, String ownerHash, long version, Instant end, byte[] state) {

	/** The first version of a record. */
	public static final long FIRST = 1;

	/** Returns the same record with the end and state of its next version. */
	public StoredRecord updated(Instant newEnd, byte[] newState) {
		return new StoredRecord(kind, keyHash, ownerHash, version + 1, newEnd, newState);
	}

}
