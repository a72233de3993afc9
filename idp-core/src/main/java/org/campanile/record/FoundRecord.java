package org.campanile.record;

import java.util.Optional;

import org.campanile.record.Records.Entry;
import org.campanile.seal.SealingKey;

/**
 * A record that exists, whether or not it opens.
 *
 * @param entry empty if it does not open
 * @param sealedWith the {@linkplain SealingKey#name() name} of the key that it says it is
 * sealed with; empty if it is no seal
 * @param stored as the store has it
 */
record FoundRecord(Optional<Entry> entry, Optional<String> sealedWith, StoredRecord stored) {
}
