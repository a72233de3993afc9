package org.campanile.perf.environment;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.campanile.perf.environment.EmbeddedDirectoryServer.PerThreadDigest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PerThreadDigestTests {

	private static final int THREADS = 8;

	private static final int EACH = 5_000;

	@Test
	void whenThreadsDigestAtOnceThenNoneGetsAnothersDigest() throws Exception {
		MessageDigest shared = new PerThreadDigest("SHA-1");
		try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
			List<Callable<Integer>> tasks = new ArrayList<>();
			for (int thread = 0; thread < THREADS; thread++) {
				int first = thread * EACH;
				tasks.add(() -> wrong(shared, first));
			}
			for (Future<Integer> wrong : threads.invokeAll(tasks)) {
				assertThat(wrong.get()).isZero();
			}
		}
	}

	@Test
	void whenGivenBytesInPartsThenDigestedAsOne() throws Exception {
		MessageDigest digest = new PerThreadDigest("SHA-1");
		digest.update((byte) 9);
		digest.reset();
		digest.update((byte) 1);
		digest.update(new byte[] { 0, 2, 3 }, 1, 2);
		assertThat(digest.digest()).isEqualTo(MessageDigest.getInstance("SHA-1").digest(new byte[] { 1, 2, 3 }));
		assertThat(digest.getDigestLength()).isEqualTo(20);
	}

	private static int wrong(MessageDigest shared, int first) throws Exception {
		MessageDigest own = MessageDigest.getInstance("SHA-1");
		int wrong = 0;
		for (int number = first; number < first + EACH; number++) {
			byte[] input = ByteBuffer.allocate(64).putInt(number).array();
			shared.update(input);
			wrong += MessageDigest.isEqual(shared.digest(), own.digest(input)) ? 0 : 1;
		}
		return wrong;
	}

}
