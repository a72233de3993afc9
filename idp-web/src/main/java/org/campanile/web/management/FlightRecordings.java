package org.campanile.web.management;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

import org.campanile.jfr.FlightSettings;

/** Records this process, one recording at a time. Thread-safe. */
class FlightRecordings implements ApplicationListener<ContextClosedEvent> {

	/**
	 * The maximum size of a recording, in bytes; of a larger one only the end is kept.
	 */
	private static final long MAX_BYTES = 128L << 20;

	private static final Logger logger = LoggerFactory.getLogger(FlightRecordings.class);

	private final AtomicBoolean busy = new AtomicBoolean();

	private final CountDownLatch stopping = new CountDownLatch(1);

	private volatile long busyUntil;

	sealed interface Outcome {

		/**
		 * The recording is complete.
		 *
		 * @param content to be read once and closed
		 * @param bytes its length
		 */
		record Recorded(InputStream content, long bytes) implements Outcome {
		}

		/**
		 * Another recording is in progress.
		 *
		 * @param secondsLeft until that is complete, at least 1
		 */
		record Busy(long secondsLeft) implements Outcome {
		}

		/**
		 * The recording failed.
		 *
		 * @param reason why, and what to do
		 */
		record Failed(String reason) implements Outcome {
		}

	}

	/**
	 * Records for that long and blocks meanwhile; returns early when the server stops.
	 */
	Outcome record(Duration length) {
		if (!busy.compareAndSet(false, true)) {
			return new Outcome.Busy(Math.max(1, TimeUnit.NANOSECONDS.toSeconds(busyUntil - System.nanoTime()) + 1));
		}
		busyUntil = System.nanoTime() + length.toNanos();
		try {
			if (!FlightRecorder.isAvailable()) {
				return new Outcome.Failed("this Java has no flight recorder; run the server with a full JDK or JRE 25");
			}
			return recordAlone(length);
		}
		catch (IOException ex) {
			logger.warn("A flight recording failed: {}", ex.toString());
			return new Outcome.Failed("the recording could not be written (" + ex + "); check the free space in "
					+ System.getProperty("java.io.tmpdir") + "?");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return new Outcome.Failed("interrupted");
		}
		finally {
			busy.set(false);
		}
	}

	private Outcome recordAlone(Duration length) throws IOException, InterruptedException {
		try (Recording recording = started()) {
			if (stopping.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
				return new Outcome.Failed("the server is stopping");
			}
			recording.stop();
			return recorded(recording);
		}
	}

	/**
	 * The recorder's threads live as long as the process. Started with the context class
	 * loader of the web application, they would be reported as a leak when it stops.
	 */
	private static Recording started() {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
		try {
			Recording recording = new Recording(FlightSettings.ofThisProcess());
			recording.setName("campanile-management");
			recording.setToDisk(true);
			recording.setMaxSize(MAX_BYTES);
			recording.start();
			return recording;
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	/**
	 * The file is deleted as soon as it is open if the system supports that, otherwise
	 * when it is closed, so that none is left even if the response fails.
	 */
	private static Outcome recorded(Recording recording) throws IOException {
		Path file = Files.createTempFile("campanile", ".jfr");
		try {
			recording.dump(file);
			long bytes = Files.size(file);
			return new Outcome.Recorded(Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE), bytes);
		}
		catch (IOException | RuntimeException ex) {
			Files.deleteIfExists(file);
			throw ex;
		}
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		stopping.countDown();
	}

}
