package org.campanile.perf.scenario;

import java.io.PrintWriter;

/**
 * Where progress is shown: on a terminal one line that changes, elsewhere only whole
 * lines. Used by one thread at a time.
 */
public final class Terminal {

	/** Goes to the first column and clears the line. */
	private static final String CLEAR = "\r\u001b[K";

	private final PrintWriter out;

	private final boolean changes;

	private boolean open;

	/**
	 * @param changes whether a line can be changed
	 */
	public Terminal(PrintWriter out, boolean changes) {
		this.out = out;
		this.changes = changes;
	}

	/** Shows what is under way, until the next line. */
	synchronized void status(String line) {
		if (changes) {
			out.print(CLEAR + line);
			out.flush();
			open = true;
		}
	}

	/** Prints a line that stays. */
	public synchronized void line(String line) {
		if (open) {
			out.print(CLEAR);
			open = false;
		}
		out.println(line);
		out.flush();
	}

}
