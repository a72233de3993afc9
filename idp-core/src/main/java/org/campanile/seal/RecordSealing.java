package org.campanile.seal;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals permanent data for a store: derives the hashes by which it is found, seals, and
 * opens. The key comes from a secret that does not rotate, for data found by a hash is
 * lost with the hash's key. Thread-safe.
 */
public final class RecordSealing {

	private static final Logger logger = LoggerFactory.getLogger(RecordSealing.class);

	private final SealingKey key;

	private final Sealer sealer;

	/**
	 * @param secret the salt of persistent identifiers: they end with it in any case
	 */
	public RecordSealing(byte[] secret, SecureRandom random) {
		this.key = SealingKey.derivedFrom(secret, "campanile durable");
		this.sealer = new Sealer(new KeyRing(List.of(key)), random);
	}

	/** The hash under which a store finds the parts; 64 hexadecimal digits. */
	public String hash(String purpose, String... parts) {
		return HexFormat.of().formatHex(sealer.mac(key, purpose, Macs.delimited(parts)));
	}

	/**
	 * @param form a record with short keys; later versions keep them
	 */
	public byte[] seal(String purpose, String context, Object form) {
		return sealer.seal(purpose, context, Cbor.write(form));
	}

	/**
	 * Opens a seal; empty, with a log message, if it was altered or moved, or has an
	 * unknown form.
	 */
	public <T> Optional<T> open(String purpose, String context, byte[] sealed, Class<T> form) {
		Optional<byte[]> plain = sealer.open(purpose, context, sealed);
		if (plain.isEmpty()) {
			logger.error("A stored {} does not open: it was altered in the store; restore the store from a backup",
					purpose);
			return Optional.empty();
		}
		Optional<T> value = Cbor.read(plain.get(), form);
		if (value.isEmpty()) {
			logger.error("A stored {} is of an unknown form, as a newer version may write; use that version", purpose);
		}
		return value;
	}

}
