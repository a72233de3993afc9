package org.campanile.seal;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The sealing keys in force: the first one seals, and every key opens. Immutable.
 *
 * @param keys the keys, beginning with the one that seals; at least one, no two of the
 * same {@linkplain SealingKey#name() name}
 */
public record KeyRing(List<SealingKey> keys) implements KeyRingSource {

	public KeyRing {
		keys = List.copyOf(keys);
		if (keys.isEmpty()) {
			throw new IllegalArgumentException("a key ring holds at least one key");
		}
		if (keys.stream().map(SealingKey::name).distinct().count() < keys.size()) {
			throw new IllegalArgumentException("two keys of a key ring have the same name");
		}
	}

	@Override
	public KeyRing current() {
		return this;
	}

	@Override
	public KeyRing renewed() {
		return this;
	}

	/** The key that seals. */
	public SealingKey newest() {
		return keys.getFirst();
	}

	Optional<SealingKey> byId(byte[] id) {
		return keys.stream().filter(key -> Arrays.equals(key.id(), id)).findFirst();
	}

	/** The key of that {@linkplain SealingKey#name() name}. */
	public Optional<SealingKey> byName(String name) {
		return keys.stream().filter(key -> key.name().equals(name)).findFirst();
	}

}
