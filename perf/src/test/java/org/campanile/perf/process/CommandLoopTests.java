package org.campanile.perf.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CommandLoopTests {

	private final ByteArrayOutputStream said = new ByteArrayOutputStream();

	@Test
	void whenACommandFailsThenTheNextIsAnswered() throws Exception {
		CountDownLatch answered = new CountDownLatch(2);
		PipedOutputStream commands = new PipedOutputStream();
		CommandLoop loop = new CommandLoop(new PipedInputStream(commands), new PrintStream(said, true));
		Thread thread = Thread.ofVirtual().start(() -> run(loop, command -> {
			answered.countDown();
			if (command.equals("wrong")) {
				throw new IllegalArgumentException("no such\nthing");
			}
			return "done";
		}));
		commands.write("wrong\nright\n".getBytes(StandardCharsets.UTF_8));
		assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
		while (!said.toString(StandardCharsets.UTF_8).contains("done")) {
			Thread.onSpinWait();
		}
		commands.close();
		thread.join();

		assertThat(said.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
				measured: ready
				measured: failed: java.lang.IllegalArgumentException: no such thing
				measured: done
				""");
	}

	@Test
	void whenTheInputEndsThenACommandUnderWayKeepsNobody() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch never = new CountDownLatch(1);
		PipedOutputStream commands = new PipedOutputStream();
		CommandLoop loop = new CommandLoop(new PipedInputStream(commands), new PrintStream(said, true));
		Thread thread = Thread.ofVirtual().start(() -> run(loop, command -> {
			begun.countDown();
			never.await();
			return "never";
		}));
		commands.write("long\n".getBytes(StandardCharsets.UTF_8));
		commands.flush();
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

		commands.close();

		assertThat(thread.join(java.time.Duration.ofSeconds(20))).isTrue();
	}

	private static void run(CommandLoop loop, CommandLoop.Handler handler) {
		try {
			loop.run("ready", handler);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

}
