package org.campanile.demo.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Follows nginx's access log from its current end, on a separate thread. */
final class AccessLog implements AutoCloseable {

	private static final int INTERVAL_MILLIS = 200;

	private final Path file;

	private final Consumer<AccessLine> reader;

	private final Thread thread;

	private long position;

	private AccessLog(Path file, Consumer<AccessLine> reader) {
		this.file = file;
		this.reader = reader;
		this.thread = Thread.ofVirtual().name("access-log").unstarted(this::follow);
	}

	static AccessLog follow(Path file, Consumer<AccessLine> reader) throws IOException {
		AccessLog log = new AccessLog(file, reader);
		log.position = Files.exists(file) ? Files.size(file) : 0;
		log.thread.start();
		return log;
	}

	@Override
	public void close() {
		thread.interrupt();
	}

	private void follow() {
		while (!Thread.currentThread().isInterrupted()) {
			try {
				readNew();
				TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
			}
			catch (IOException ex) {
				// The file has been deleted.
				return;
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void readNew() throws IOException {
		if (!Files.exists(file) || Files.size(file) <= position) {
			return;
		}
		try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
			byte[] bytes = new byte[(int) Math.min(in.length() - position, 1_000_000)];
			in.seek(position);
			in.readFully(bytes);
			String text = new String(bytes, StandardCharsets.ISO_8859_1);
			int end = text.lastIndexOf('\n') + 1;
			position += end;
			text.substring(0, end).lines().forEach(line -> AccessLine.parse(line).ifPresent(reader));
		}
	}

}
