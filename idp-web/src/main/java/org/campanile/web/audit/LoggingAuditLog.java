package org.campanile.web.audit;

import java.io.StringWriter;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.http.Network;

/**
 * Writes each event as one line to the logger {@code campanile.audit}, and counts it in
 * {@code campanile.events} by type and reason. Throttled attempts, and refusals that
 * flood in, are combined ({@link ThrottledTries}), and requests for unknown addresses are
 * not logged by default. Thread-safe; the log's appender never blocks.
 */
@Component
@EnableConfigurationProperties(AuditProperties.class)
class LoggingAuditLog implements AuditLog {

	private static final Logger logger = LoggerFactory.getLogger("campanile.audit");

	/** The logger of scans, off by default: public addresses are scanned constantly. */
	private static final Logger scans = LoggerFactory.getLogger("campanile.audit.scan");

	private static final List<Network> LOOPBACK = List.of(Network.of("127.0.0.0/8"), Network.of("::1"));

	private final MeterRegistry registry;

	private final Function<AuditEvent, CharSequence> format;

	private final ThrottledTries throttled;

	private final Listeners listeners;

	@Autowired
	LoggingAuditLog(MeterRegistry registry, AuditProperties properties, InstantSource clock,
			ObjectProvider<AuditListener> listeners) {
		this(registry, properties, clock, Ticker.systemTicker(), listeners::orderedStream);
	}

	LoggingAuditLog(MeterRegistry registry, AuditProperties properties, InstantSource clock, Ticker ticker) {
		this(registry, properties, clock, ticker, Stream::empty);
	}

	private LoggingAuditLog(MeterRegistry registry, AuditProperties properties, InstantSource clock, Ticker ticker,
			Supplier<Stream<AuditListener>> listeners) {
		this.listeners = new Listeners(listeners);
		this.registry = registry;
		this.format = properties.format() == AuditProperties.Format.JSON ? new JsonAuditLine(clock)
				: new TextAuditLine();
		this.throttled = new ThrottledTries(this::write, ticker);
		// An increase from nothing is no increase, and the first of these events count
		// for an alarm.
		counter(AuditEvent.Type.REQUEST_REFUSED, "SERVER_ERROR");
		counter(AuditEvent.Type.REQUEST_REFUSED, "FACTOR_UNAVAILABLE");
		counter(AuditEvent.Type.LOGIN_REFUSED, "FACTOR_UNAVAILABLE");
	}

	@Override
	public void record(AuditEvent event) {
		counter(event.type(), ErrorCodes.reason(event.code())).increment();
		listeners.recorded(event);
		if (event.type() == AuditEvent.Type.UNKNOWN_PATH) {
			if (scans.isDebugEnabled()) {
				scans.debug("{}", format.apply(event));
			}
		}
		else if (hasOwnLine(event)) {
			write(event);
		}
	}

	private Counter counter(AuditEvent.Type type, String reason) {
		return Counter.builder("campanile.events")
			.description("Audit events, also where one line covers several")
			.tags("type", type.name(), "reason", reason)
			.register(registry);
	}

	/** Writes the closing lines of bursts that are over. */
	@Scheduled(fixedRate = 5, timeUnit = TimeUnit.SECONDS)
	void endBursts() {
		throttled.endOld();
	}

	@PreDestroy
	void close() {
		throttled.endAll();
	}

	private void write(AuditEvent event) {
		if (isRefusal(event)) {
			logger.info("{}", format.apply(event));
		}
		else {
			logger.info(ReservingAsyncAppender.SUCCESS, "{}", format.apply(event));
		}
	}

	private boolean hasOwnLine(AuditEvent event) {
		return isThrottled(event) ? throttled.isFirst(event) : !isUnlimited(event) || throttled.isAmongTheFirst(event);
	}

	private static boolean isThrottled(AuditEvent event) {
		return switch (event.type()) {
			case LOGIN_REFUSED, PASSWORD_CHANGE_REFUSED -> event.code().startsWith("THROTTLED");
			default -> false;
		};
	}

	/**
	 * Whether the event can be caused at will: by anybody without signing in, or by a
	 * user who sends what is wrong over and over.
	 */
	private static boolean isRefusal(AuditEvent event) {
		return switch (event.type()) {
			case LOGIN_REFUSED, PASSWORD_CHANGE_REFUSED, FACTOR_REFUSED, REQUEST_REFUSED, UNKNOWN_PATH,
					VALIDATION_REFUSED, MANAGEMENT_REFUSED ->
				true;
			case LOGOUT -> switch (event.code()) {
				case "NO_SESSION" -> true;
				// A nameId is from a service's signed request, and alone tells which
				// sessions live on.
				case "FAILED" -> !event.fields().containsKey("nameId");
				default -> false;
			};
			default -> false;
		};
	}

	/**
	 * Whether one address can cause any number of them. Wrong passwords are limited by
	 * the throttle, unlike other refused logins, and a validation client is known and
	 * asks for many users. Who comes from this machine may be everybody, if the proxy
	 * does not name the client; the management port has no proxy.
	 */
	private static boolean isUnlimited(AuditEvent event) {
		String address = event.fields().get("address");
		return isRefusal(event) && !isWrongGuess(event) && !event.fields().containsKey("client") && address != null
				&& (event.type() == AuditEvent.Type.MANAGEMENT_REFUSED
						|| LOOPBACK.stream().noneMatch(network -> network.contains(address)));
	}

	private static boolean isWrongGuess(AuditEvent event) {
		return event.type() == AuditEvent.Type.LOGIN_REFUSED && event.code().startsWith("BAD_CREDENTIALS");
	}

	/**
	 * The listeners, looked up with the first event, as they may need beans that write to
	 * this log.
	 */
	private static final class Listeners {

		private final Supplier<Stream<AuditListener>> source;

		private volatile @Nullable List<AuditListener> all;

		Listeners(Supplier<Stream<AuditListener>> source) {
			this.source = source;
		}

		void recorded(AuditEvent event) {
			List<AuditListener> known = all;
			if (known == null) {
				known = source.get().toList();
				all = known;
			}
			known.forEach(listener -> listener.recorded(event));
		}

	}

	/** {@code key=value} pairs; the log's pattern adds the time. */
	private static final class TextAuditLine implements Function<AuditEvent, CharSequence> {

		@Override
		public CharSequence apply(AuditEvent event) {
			StringBuilder line = new StringBuilder(640).append("event=").append(event.type()).append(" code=");
			LogValue.append(line, event.code());
			for (Map.Entry<String, String> field : event.fields().entrySet()) {
				line.append(' ').append(field.getKey()).append('=');
				LogValue.append(line, field.getValue());
			}
			return line;
		}

	}

	/**
	 * Formats an event as one JSON object, including the time, all of whose values are
	 * strings. Everything outside ASCII is escaped, which covers whatever a terminal
	 * could interpret.
	 */
	private static final class JsonAuditLine implements Function<AuditEvent, CharSequence> {

		private final JsonFactory json = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

		private final InstantSource clock;

		JsonAuditLine(InstantSource clock) {
			this.clock = clock;
		}

		@Override
		public CharSequence apply(AuditEvent event) {
			StringWriter line = new StringWriter(768);
			try (JsonGenerator object = json.createGenerator(ObjectWriteContext.empty(), line)) {
				object.writeStartObject();
				object.writeStringProperty("timestamp", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
				object.writeStringProperty("event", event.type().name());
				object.writeStringProperty("code", event.code());
				for (Map.Entry<String, String> field : event.fields().entrySet()) {
					object.writeStringProperty(field.getKey(), LogValue.shortened(field.getValue()));
				}
				object.writeEndObject();
			}
			// The character can only occur within a value.
			return line.toString().replace("\u007f", "\\u007f");
		}

	}

}
