package org.campanile.perf.scenario;

import java.io.PrintWriter;

/**
 * Shows progress: on a terminal in one line that changes, elsewhere in whole lines only.
 * Used by one thread at a time.
 */
public final class Terminal {

	/** The sequence that moves to the first column and clears the line. */
	private static final String CLEAR = "\r\u001b[K";

	private final PrintWriter out;

	private final boolean changes;

	private boolean open;

	/**
	 * @param changes whether a line can be overwritten
	 */
	public Terminal(PrintWriter out, boolean changes) {
		this.out = out;
		this.changes = changes;
	}

	/** Shows what is in progress, until the next line. */
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
