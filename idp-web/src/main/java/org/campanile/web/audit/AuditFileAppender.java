package org.campanile.web.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.recovery.RecoveryListener;
import ch.qos.logback.core.recovery.ResilientOutputStreamBase;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.util.FileSize;
import org.springframework.util.unit.DataSize;

/**
 * The audit log's own file. It is rotated every day and when it has become too large. A
 * rotated file is not compressed: Logback deletes it even if the disk is too full for the
 * compressed one. A line that cannot be written is lost, as always with Logback, but
 * counted. Used behind a queue, by one thread.
 */
public final class AuditFileAppender extends RollingFileAppender<ILoggingEvent> {

	private final AtomicLong lostSuccesses = new AtomicLong();

	private final AtomicLong lostOthers = new AtomicLong();

	private String home = "";

	private String path = "";

	private DataSize maxFileSize = DataSize.ofMegabytes(100);

	private int keepDays = 90;

	private volatile boolean failing;

	/** The folder that the path is relative to. */
	public void setHome(String home) {
		this.home = home;
	}

	public void setPath(String path) {
		this.path = path;
	}

	public void setMaxFileSize(String maxFileSize) {
		this.maxFileSize = DataSize.parse(maxFileSize);
	}

	public void setKeepDays(int keepDays) {
		this.keepDays = keepDays;
	}

	@Override
	public void start() {
		String file = Path.of(home).resolve(path).toAbsolutePath().normalize().toString();
		setFile(file);
		SizeAndTimeBasedRollingPolicy<ILoggingEvent> rolling = new SizeAndTimeBasedRollingPolicy<>();
		rolling.setContext(getContext());
		rolling.setParent(this);
		rolling.setFileNamePattern(file + ".%d{yyyy-MM-dd}.%i");
		rolling.setMaxFileSize(new FileSize(maxFileSize.toBytes()));
		rolling.setMaxHistory(keepDays);
		rolling.setCleanHistoryOnStart(true);
		rolling.start();
		setRollingPolicy(rolling);
		super.start();
	}

	@Override
	public void setOutputStream(OutputStream stream) {
		failing = false;
		if (stream instanceof ResilientOutputStreamBase resilient) {
			resilient.addRecoveryListener(new Failures());
		}
		super.setOutputStream(stream);
	}

	@Override
	protected void subAppend(ILoggingEvent event) {
		super.subAppend(event);
		if (failing) {
			(ReservingAsyncAppender.isSuccess(event) ? lostSuccesses : lostOthers).incrementAndGet();
		}
	}

	long lostSuccesses() {
		return lostSuccesses.get();
	}

	long lostOthers() {
		return lostOthers.get();
	}

	private final class Failures implements RecoveryListener {

		@Override
		public void newFailure(IOException ex) {
			failing = true;
		}

		@Override
		public void recoveryOccured() {
			failing = false;
		}

	}

}
