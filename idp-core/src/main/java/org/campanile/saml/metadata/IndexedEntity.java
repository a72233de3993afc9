package org.campanile.saml.metadata;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Where a service's metadata stands. Some 40 bytes and the name, for there are thousands.
 *
 * @param entityId its name
 * @param copy the file
 * @param line the line it begins at, counted from 1
 * @param offset the byte it begins at
 * @param length its length in bytes
 * @param enclosing what it inherits
 * @param ends the earliest end of its own and of all elements around it; null for never
 */
record IndexedEntity(String entityId, MetadataCopy copy, int line, int offset, int length, EnclosingElement enclosing,
		@Nullable Instant ends) {

	Optional<Instant> validUntil() {
		return Optional.ofNullable(ends);
	}

	boolean expired(Instant now) {
		return ends != null && !now.isBefore(ends);
	}

	/**
	 * The entity as a document of its own, read from the copy.
	 * @throws java.nio.file.NoSuchFileException if the copy has been removed meanwhile
	 */
	byte[] document() throws IOException {
		// Opened each time: a channel kept open would be closed for all by the
		// interruption of one reader.
		try (FileChannel channel = FileChannel.open(copy.path(), StandardOpenOption.READ)) {
			ByteBuffer bytes = ByteBuffer.allocate(length);
			while (bytes.hasRemaining()) {
				if (channel.read(bytes, (long) offset + bytes.position()) < 0) {
					throw new EOFException(copy.path() + " is shorter than when it was read");
				}
			}
			return enclosing.wrap(bytes.array());
		}
	}

	String file() {
		return copy.file();
	}

	String place() {
		return file() + " line " + line;
	}

}
