package org.campanile.saml.metadata;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends with an error, not with an end, where a source is larger than allowed. */
final class LimitedInputStream extends FilterInputStream {

	private long left;

	LimitedInputStream(InputStream in, long limit) {
		super(in);
		this.left = limit;
	}

	@Override
	public int read() throws IOException {
		int read = super.read();
		if (read >= 0) {
			count(1);
		}
		return read;
	}

	@Override
	public int read(byte[] target, int offset, int length) throws IOException {
		int read = super.read(target, offset, length);
		count(Math.max(0, read));
		return read;
	}

	private void count(int bytes) throws TooLargeException {
		left -= bytes;
		if (left < 0) {
			throw new TooLargeException();
		}
	}

	/** The limit was passed. */
	static final class TooLargeException extends IOException {

		private static final long serialVersionUID = 1L;

	}

}
