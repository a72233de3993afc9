package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import jdk.jfr.consumer.RecordedEvent;

/**
 * A stretch of time that was recorded.
 *
 * @param begin its first moment
 * @param end its last moment; not before the first
 */
record RecordedPeriod(Instant begin, Instant end) {

	/** "FLR" and a zero, with which every chunk of a recording begins. */
	private static final int MAGIC = 0x464C5200;

	/** Where the header of a chunk holds its size, and the times it lies between. */
	private static final int SIZE_AT = 8;

	private static final int START_NANOS_AT = 32;

	private static final int DURATION_NANOS_AT = 40;

	private static final int HEADER = 48;

	/**
	 * From the beginning of the first chunk to the end of the last. Events do not tell:
	 * one that ends in a recording may have begun long before it.
	 * @throws IOException if it is no recording, or damaged
	 */
	static RecordedPeriod of(Path recording) throws IOException {
		Instant begin = Instant.MAX;
		Instant end = Instant.MIN;
		try (FileChannel file = FileChannel.open(recording)) {
			for (long at = 0; at < file.size();) {
				ByteBuffer header = header(recording, file, at);
				Instant began = ofNanos(header.getLong(START_NANOS_AT));
				Instant ended = began.plusNanos(Math.max(0, header.getLong(DURATION_NANOS_AT)));
				begin = began.isBefore(begin) ? began : begin;
				end = ended.isAfter(end) ? ended : end;
				at += header.getLong(SIZE_AT);
			}
		}
		if (begin.isAfter(end)) {
			throw new IOException(recording + " is empty");
		}
		return new RecordedPeriod(begin, end);
	}

	private static ByteBuffer header(Path recording, FileChannel file, long at) throws IOException {
		ByteBuffer header = ByteBuffer.allocate(HEADER);
		int read = 0;
		while (header.hasRemaining() && read >= 0) {
			read = file.read(header, at + header.position());
		}
		if (header.hasRemaining() || header.getInt(0) != MAGIC || header.getLong(SIZE_AT) < HEADER) {
			throw new IOException(recording + " is damaged, " + at + " bytes from its beginning");
		}
		return header;
	}

	private static Instant ofNanos(long nanos) {
		return Instant.EPOCH.plusNanos(nanos);
	}

	double seconds() {
		return Duration.between(begin, end).toNanos() / 1e9;
	}

	/** Whether the event began and ended in it. */
	boolean holds(RecordedEvent event) {
		return !event.getStartTime().isBefore(begin) && !event.getEndTime().isAfter(end);
	}

}
