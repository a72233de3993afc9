package org.campanile.perf.environment;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;

/**
 * Repeats the same piece of work: how much its processor time varies shows how noisy the
 * machine is. Used by one thread.
 */
public final class NoiseProbe {

	private static final int SIGNATURES = 200;

	/** Signatures after which the compiler has finished with the code. */
	private static final int WARM_UP = 1_500;

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	private final Signature signature;

	private final byte[] content = new byte[256];

	/** Creates a probe and warms it up; takes some seconds. */
	public NoiseProbe() {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
			generator.initialize(2048);
			KeyPair keys = generator.generateKeyPair();
			signature = Signature.getInstance("SHA256withRSA", "SunRsaSign");
			signature.initSign(keys.getPrivate());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("every Java has RSA", ex);
		}
		sign(WARM_UP);
	}

	/** Measures the CPU time of 200 RSA-2048 signatures by a thread, in ms. */
	public double millis() {
		long before = threads.getCurrentThreadCpuTime();
		sign(SIGNATURES);
		return (threads.getCurrentThreadCpuTime() - before) / 1e6;
	}

	private void sign(int count) {
		try {
			for (int i = 0; i < count; i++) {
				signature.update(content);
				content[i % content.length] ^= signature.sign()[0];
			}
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
