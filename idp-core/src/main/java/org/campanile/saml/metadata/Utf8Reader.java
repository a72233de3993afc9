package org.campanile.saml.metadata;

import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decodes UTF-8 strictly and records, in chunks, the byte offset of each character: the
 * parser reports positions in characters, but entities are extracted by bytes. Not
 * thread-safe; does not close the channel.
 */
final class Utf8Reader extends Reader {

	private static final int CHUNK = 8192;

	private final FileChannel channel;

	private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder()
		.onMalformedInput(CodingErrorAction.REPORT)
		.onUnmappableCharacter(CodingErrorAction.REPORT);

	private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK).flip();

	private final CharBuffer chars = CharBuffer.allocate(CHUNK).flip();

	/** The position of each chunk's first character, and of the end at {@code chunks}. */
	private int[] charStarts = new int[64];

	private int[] byteStarts = new int[64];

	private int chunks;

	Utf8Reader(FileChannel channel) {
		this.channel = channel;
	}

	@Override
	public int read(char[] target, int offset, int length) throws IOException {
		while (!chars.hasRemaining()) {
			if (!fill()) {
				return -1;
			}
		}
		int count = Math.min(length, chars.remaining());
		chars.get(target, offset, count);
		return count;
	}

	private boolean fill() throws IOException {
		bytes.compact();
		boolean ended = channel.read(bytes) < 0;
		bytes.flip();
		if (ended && !bytes.hasRemaining()) {
			return false;
		}
		chars.clear();
		CoderResult result = decoder.decode(bytes, chars, ended);
		if (result.isError()) {
			result.throwException();
		}
		chars.flip();
		if (chunks + 1 == charStarts.length) {
			charStarts = Arrays.copyOf(charStarts, 2 * charStarts.length);
			byteStarts = Arrays.copyOf(byteStarts, 2 * byteStarts.length);
		}
		charStarts[chunks + 1] = charStarts[chunks] + chars.remaining();
		byteStarts[chunks + 1] = byteStarts[chunks] + bytes.position();
		chunks++;
		return true;
	}

	/** The byte at which the character of that position begins; both counted from 0. */
	int byteOffset(int charOffset) throws IOException {
		int found = Arrays.binarySearch(charStarts, 0, chunks + 1, charOffset);
		if (found >= 0) {
			return byteStarts[found];
		}
		int chunk = -found - 2;
		int distance = charOffset - charStarts[chunk];
		int length = byteStarts[chunk + 1] - byteStarts[chunk];
		if (length == charStarts[chunk + 1] - charStarts[chunk]) {
			return byteStarts[chunk] + distance;
		}
		return byteStarts[chunk] + encodedLength(byteStarts[chunk], length, distance);
	}

	private int encodedLength(int start, int length, int characters) throws IOException {
		ByteBuffer chunk = ByteBuffer.allocate(length);
		int read = 0;
		while (chunk.hasRemaining() && read >= 0) {
			read = channel.read(chunk, (long) start + chunk.position());
		}
		int counted = 0;
		int index = 0;
		while (counted < characters && index < length) {
			int lead = chunk.get(index) & 0xFF;
			int width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
			counted += width == 4 ? 2 : 1;
			index += width;
		}
		return index;
	}

	@Override
	public void close() {
		// The channel is closed by the caller that opened it.
	}

}
