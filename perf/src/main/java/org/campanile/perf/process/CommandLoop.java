package org.campanile.perf.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The protocol by which a process of ours obeys the one that started it: it reads a
 * command from each line of standard input, answers in a line on standard error, and ends
 * when its input ends, for whatever reason.
 */
public final class CommandLoop {

	/** Distinguishes an answer from other output. */
	static final String ANSWER = "measured: ";

	/** Begins the answer to a command that failed. */
	public static final String FAILED = "failed: ";

	private final BufferedReader in;

	private final PrintStream out;

	public CommandLoop(InputStream in, PrintStream out) {
		this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
		this.out = out;
	}

	/** Answers commands. */
	@FunctionalInterface
	public interface Handler {

		/** Returns the answer, in one line. */
		String answer(String command) throws Exception;

	}

	/**
	 * Reports that the process is ready, and answers commands one after the other.
	 * Returns when the input ends, even if a command is running, whose answer nobody
	 * awaits any more.
	 */
	public void run(String ready, Handler handler) throws IOException {
		ExecutorService worker = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
		say(ready);
		String line;
		while ((line = in.readLine()) != null) {
			String command = line;
			worker.execute(() -> say(answer(command, handler)));
		}
		worker.shutdownNow();
	}

	/** Sends a line without being asked. */
	public void say(String line) {
		say(out, line);
	}

	/** Sends a line as {@link #say(String)} does, on a stream. */
	public static void say(PrintStream out, String line) {
		out.println(ANSWER + line.replace('\n', ' '));
		out.flush();
	}

	private static String answer(String line, Handler handler) {
		try {
			return handler.answer(line);
		}
		catch (Exception | Error ex) {
			return FAILED + root(ex);
		}
	}

	/** Returns the root cause of a failure; the exceptions around it say less. */
	public static Throwable root(Throwable failure) {
		Throwable cause = failure.getCause();
		return cause == null ? failure : root(cause);
	}

}
