package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

class SourceTreeTests {

	@TempDir
	private Path folder;

	@Test
	void whenFilesWereChangedSinceTheCommitThenThatIsMarked() throws Exception {
		assumeThat(run("git", "init", "--quiet")).isZero();
		Path file = Files.writeString(folder.resolve("file"), "one");
		run("git", "add", "file");
		run("git", "-c", "user.name=a", "-c", "user.email=a@example.edu", "commit", "--quiet", "--date",
				"2026-01-31T12:00:00Z", "--message", "One");

		SourceTree committed = SourceTree.of(folder);
		assertThat(committed.commit()).matches("[0-9a-f]{8}");
		assertThat(committed.committed()).matches("20[0-9]{2}-[0-9]{2}-[0-9]{2}");

		Files.writeString(file, "two");
		assertThat(SourceTree.of(folder)).isEqualTo(new SourceTree(committed.commit() + "+", committed.committed()));
	}

	@Test
	void whenThereIsNoTreeThenNoCommitIsNamed() {
		assertThat(SourceTree.of(folder)).isEqualTo(new SourceTree("", ""));
	}

	private int run(String... words) throws IOException, InterruptedException {
		return new ProcessBuilder(words).directory(folder.toFile()).start().waitFor();
	}

}
