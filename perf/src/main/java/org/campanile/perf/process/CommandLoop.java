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
 * How a process of ours obeys the one that started it: a line on its standard input, a
 * line on its standard error, and an end when the input ends, however that came.
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

	/** What answers commands. */
	@FunctionalInterface
	public interface Handler {

		/** The answer, in one line. */
		String answer(String command) throws Exception;

	}

	/**
	 * Says that it is ready, and answers commands one after the other. Returns when the
	 * input ends, even if a command is under way: its answer is no longer awaited.
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

	/** Says a line without being asked. */
	public void say(String line) {
		say(out, line);
	}

	/** As {@link #say(String)}, of a process that speaks by that stream. */
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

	/** What wraps it says less. */
	public static Throwable root(Throwable failure) {
		Throwable cause = failure.getCause();
		return cause == null ? failure : root(cause);
	}

}
