package org.campanile.testkit.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ChildProcessTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	/** Prints a line when it is requested to terminate. */
	private static final String TOLD = "trap 'echo term; exit 4' TERM; echo up; " + "while :; do sleep 0.1; done";

	@TempDir
	private Path folder;

	@Test
	void whenOurEndOfThePipeClosesThenWhoReadsItEnds() throws Exception {
		try (ChildProcess child = ChildProcess.start("reader", List.of("cat"), output())) {
			assertThat(child.isAlive()).isTrue();
			child.letGo();
			child.await(LONG);
			assertThat(child.status()).isZero();
		}
	}

	@Test
	void whenOurEndOfThePipeClosesThenAProgramThatKnowsNothingOfItGetsItsSignal() throws Exception {
		try (ChildProcess child = ChildProcess.kept("proxy", "TERM", List.of("sh", "-c", TOLD), output())) {
			awaitOutput("up\n");
			child.letGo();
			child.await(LONG);
			assertThat(child.status()).isEqualTo(4);
			assertThat(output()).hasContent("up\nterm");
		}
	}

	/**
	 * A node would take the end of its input for the exit of this process, and not drain.
	 */
	@Test
	void whenAskedToEndThenItIsInformedSoAndItsInputStaysOpen() throws Exception {
		String watching = "exec 3<&0; (cat <&3; echo closed) & trap 'echo told' TERM; echo up; "
				+ "while :; do sleep 0.1; done";
		ChildProcess child = ChildProcess.start("node", List.of("sh", "-c", watching), output());
		try {
			awaitOutput("up\n");
			child.terminate();
			awaitOutput("told\n");
			assertThat(output()).hasContent("up\ntold");
			child.letGo();
			awaitOutput("closed\n");
		}
		finally {
			child.kill();
		}
	}

	@Test
	void whenItDoesNotEndInTimeThenItAndItsChildrenAreEnded() throws Exception {
		ChildProcess child = ChildProcess.start("stubborn",
				List.of("sh", "-c", "trap '' TERM; sleep 600 & echo up; wait; wait"), output());
		awaitOutput("up\n");
		List<ProcessHandle> all = ProcessHandle.of(child.pid()).orElseThrow().descendants().toList();
		assertThat(all).isNotEmpty();
		child.letGo();
		child.await(Duration.ofMillis(1));
		assertThat(child.isAlive()).isFalse();
		for (ProcessHandle process : all) {
			process.onExit().get(30, TimeUnit.SECONDS);
		}
	}

	/**
	 * In the same session, Ctrl-C would reach the child too, which this process must stop
	 * in order.
	 */
	@Test
	void whenStartedThenItIsInASessionOfItsOwn() throws Exception {
		try (ChildProcess child = ChildProcess.start("session",
				List.of("sh", "-c", "cut -d ' ' -f 6 /proc/$$/stat; echo up; cat"), output())) {
			awaitOutput("up\n");
			assertThat(output()).hasContent(child.pid() + "\nup");
		}
	}

	private Path output() {
		return folder.resolve("output.log");
	}

	private void awaitOutput(String text) throws Exception {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
		while (!Files.exists(output()) || !Files.readString(output()).contains(text)) {
			assertThat(System.nanoTime()).as("waits for output").isLessThan(end);
			TimeUnit.MILLISECONDS.sleep(10);
		}
	}

}
