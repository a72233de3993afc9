package org.campanile.perf.environment;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A digest that any number of threads use at once, as if each had its own. The embedded
 * directory compares hashed passwords of several connections at the same time, with one
 * digest: an ordinary one mixes their passwords up and refuses right ones.
 */
final class PerThreadDigest extends MessageDigest {

	private final ThreadLocal<MessageDigest> own;

	/**
	 * Digests by that algorithm.
	 * @throws NoSuchAlgorithmException if no provider has it
	 */
	PerThreadDigest(String algorithm) throws NoSuchAlgorithmException {
		super(algorithm);
		MessageDigest.getInstance(algorithm);
		this.own = ThreadLocal.withInitial(() -> instance(algorithm));
	}

	private static MessageDigest instance(String algorithm) {
		try {
			return MessageDigest.getInstance(algorithm);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("was there a moment ago: " + algorithm, ex);
		}
	}

	@Override
	protected int engineGetDigestLength() {
		return own.get().getDigestLength();
	}

	@Override
	protected void engineUpdate(byte input) {
		own.get().update(input);
	}

	@Override
	protected void engineUpdate(byte[] input, int offset, int length) {
		own.get().update(input, offset, length);
	}

	@Override
	protected byte[] engineDigest() {
		return own.get().digest();
	}

	@Override
	protected void engineReset() {
		own.get().reset();
	}

}
