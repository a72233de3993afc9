package org.campanile.perf.environment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.environment.PeerEnvironment.ResourceStack;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ResourceStackTests {

	private final List<String> ended = new ArrayList<>();

	@Test
	void whenClosedThenTheLastEndsFirst() throws IOException {
		ResourceStack started = new ResourceStack();
		started.add(() -> ended.add("directory"));
		started.add(() -> ended.add("node"));

		started.close();
		started.close();

		assertThat(ended).containsExactly("node", "directory");
	}

	@Test
	void whenOnePartFailsThenTheOthersEndNevertheless() throws IOException {
		ResourceStack started = new ResourceStack();
		started.add(() -> ended.add("directory"));
		started.add(() -> {
			throw new IOException("stuck");
		});

		assertThatIOException().isThrownBy(started::close)
			.satisfies(failure -> assertThat(failure.getSuppressed()).extracting(Throwable::getMessage)
				.containsExactly("stuck"));

		assertThat(ended).containsExactly("directory");
	}

	@Test
	void whenSomethingStartsAfterTheEndThenItEndsAtOnce() throws IOException {
		ResourceStack started = new ResourceStack();
		started.close();

		assertThatIOException().isThrownBy(() -> started.add(() -> ended.add("late")));

		assertThat(ended).containsExactly("late");
	}

}
