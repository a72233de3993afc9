package org.campanile.web.page;

import java.io.Writer;

/**
 * A writer into memory. The JDK's own take a lock for each of the hundreds of small
 * writes that a page is made of.
 */
final class TextBuffer extends Writer {

	private static final int USUAL_PAGE = 16_384;

	private final StringBuilder text = new StringBuilder(USUAL_PAGE);

	@Override
	public void write(int character) {
		text.append((char) character);
	}

	@Override
	public void write(char[] characters, int offset, int length) {
		text.append(characters, offset, length);
	}

	@Override
	public void write(String string) {
		text.append(string);
	}

	@Override
	public void write(String string, int offset, int length) {
		text.append(string, offset, offset + length);
	}

	@Override
	public void flush() {
		// Nothing is held back.
	}

	@Override
	public void close() {
		// Nothing is held open.
	}

	@Override
	public String toString() {
		return text.toString();
	}

}
