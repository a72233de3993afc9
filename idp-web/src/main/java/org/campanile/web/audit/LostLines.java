package org.campanile.web.audit;

import java.util.List;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Reports lost log lines: in the counter {@code campanile.log.lines.lost}, and once a
 * minute in a log line. That line may use the reserved half of its queue; if it is lost
 * too, the next one includes its counts.
 */
@Component
class LostLines {

	private static final Logger logger = LoggerFactory.getLogger(LostLines.class);

	private final List<ReservingAsyncAppender> rest = queues(Logger.ROOT_LOGGER_NAME);

	/**
	 * The queues of the audit log itself; its lines may also go to the application log.
	 */
	private final List<ReservingAsyncAppender> audit = queues("campanile.audit").stream()
		.filter(queue -> !rest.contains(queue))
		.toList();

	private long reportedSuccesses;

	private long reportedRefusals;

	private long reportedRest;

	LostLines(MeterRegistry registry) {
		count(registry, "audit-success", audit, ReservingAsyncAppender::lostSuccesses);
		count(registry, "audit-refusal", audit, ReservingAsyncAppender::lostOthers);
		count(registry, "other", rest, ReservingAsyncAppender::lostOthers);
	}

	/**
	 * Returns the queues attached to this very logger; none if another logging system is
	 * configured.
	 */
	private static List<ReservingAsyncAppender> queues(String name) {
		return Stream.of(LoggerFactory.getLogger(name))
			.filter(ch.qos.logback.classic.Logger.class::isInstance)
			.map(ch.qos.logback.classic.Logger.class::cast)
			.<Appender<ILoggingEvent>>flatMap(from -> StreamSupport
				.stream(Spliterators.spliteratorUnknownSize(from.iteratorForAppenders(), 0), false))
			.filter(ReservingAsyncAppender.class::isInstance)
			.map(ReservingAsyncAppender.class::cast)
			.toList();
	}

	private static void count(MeterRegistry registry, String kind, List<ReservingAsyncAppender> queues,
			ToLongFunction<ReservingAsyncAppender> lost) {
		FunctionCounter.builder("campanile.log.lines.lost", queues, all -> sum(all, lost))
			.description("Log lines that found no room in the queue, or could not be written to the audit log's file")
			.tag("kind", kind)
			.register(registry);
	}

	private static long sum(List<ReservingAsyncAppender> queues, ToLongFunction<ReservingAsyncAppender> lost) {
		return queues.stream().mapToLong(lost).sum();
	}

	@Scheduled(fixedRate = 1, timeUnit = TimeUnit.MINUTES)
	@PreDestroy
	synchronized void report() {
		long successes = sum(audit, ReservingAsyncAppender::lostSuccesses);
		long refusals = sum(audit, ReservingAsyncAppender::lostOthers);
		long others = sum(rest, ReservingAsyncAppender::lostOthers);
		long lost = successes - reportedSuccesses + refusals - reportedRefusals;
		if (lost > 0 && reported(() -> logger.error(ReservingAsyncAppender.REPORT,
				"{} audit lines were lost in the last minute, {} of them of logins, sign-ons and logouts: they could "
						+ "not be written as fast as they came; look for a full or slow disk, or for what reads the "
						+ "standard output",
				lost, successes - reportedSuccesses))) {
			reportedSuccesses = successes;
			reportedRefusals = refusals;
		}
		long lostOthers = others - reportedRest;
		if (lostOthers > 0 && reported(() -> logger.warn(ReservingAsyncAppender.REPORT,
				"{} log lines were lost in the last minute, none of them of the audit log: they could not be written "
						+ "as fast as they came; look for a full or slow disk, for what reads the standard output, or "
						+ "for a log level below INFO",
				lostOthers))) {
			reportedRest = others;
		}
	}

	/** Whether all of the line's queues accepted it. */
	private boolean reported(Runnable line) {
		long before = sum(rest, ReservingAsyncAppender::lostReports);
		line.run();
		return sum(rest, ReservingAsyncAppender::lostReports) == before;
	}

}
