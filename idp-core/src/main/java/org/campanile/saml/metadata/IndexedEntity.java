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
 * The position of a service's metadata. Only about 40 bytes plus the name, as there are
 * thousands.
 *
 * @param copy the file
 * @param line the line it begins at, counted from 1
 * @param offset the byte it begins at
 * @param length its length in bytes
 * @param enclosing the namespaces in scope
 * @param ends the earliest expiry of itself and all enclosing elements; null for never
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
	 * Returns the entity as a document of its own, read from the copy.
	 * @throws java.nio.file.NoSuchFileException if the copy has been removed meanwhile
	 */
	byte[] document() throws IOException {
		// Opened each time: the interruption of one reader would close a shared channel
		// for all.
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
