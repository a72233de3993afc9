package org.campanile.web.audit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditEvent.Type;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class LoggingAuditLogTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final LogLines lines = LogLines.audit();

	private final Logger logger = (Logger) LoggerFactory.getLogger("campanile.audit");

	private final @Nullable Level level = logger.getLevel();

	@BeforeEach
	void enable() {
		logger.setLevel(Level.INFO);
	}

	@AfterEach
	void close() {
		logger.setLevel(level);
		lines.close();
	}

	@Test
	void whenJsonThenOneObjectWithTheTime() {
		log(AuditProperties.Format.JSON).record(event(Type.LOGIN, "OK", "alice"));
		assertThat(lines.lines()).containsExactly(
				"{\"timestamp\":\"2026-11-20T08:15:30.123Z\",\"event\":\"LOGIN\",\"code\":\"OK\",\"user\":\"alice\"}");
	}

	@Test
	void whenAValueIsCutThenNotWithinACharacter() {
		String user = "x".repeat(511) + "\ud83d\ude00" + "y".repeat(8);
		log(AuditProperties.Format.JSON).record(event(Type.LOGIN_REFUSED, "BAD_CREDENTIALS-AAAAAA", user));
		log(AuditProperties.Format.TEXT).record(event(Type.LOGIN_REFUSED, "BAD_CREDENTIALS-AAAAAA", user));
		assertThat(lines.lines()).hasSize(2);
		assertThat(lines.lines().get(0)).endsWith("xx\\u2026+10\"}");
		assertThat(lines.lines().get(1)).endsWith("xx\u2026+10\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "x\r\nevent=LOGIN", "x\u001B[31mred", "x\u2028y", "x\u202Ey", "x\u0085y",
			"x\",\"event\":\"LOGIN", "x\u0000", "\\", "\uD800", "J\u00f6rg", "x\u007Fy" })
	void whenAValueIsHostileThenJsonHoldsItInOneAsciiLine(String user) {
		log(AuditProperties.Format.JSON).record(event(Type.LOGIN_REFUSED, "BAD_CREDENTIALS-AAAAAA", user));
		assertThat(lines.lines()).singleElement().asString().matches("[ -~]+");
		JsonNode read = JsonMapper.shared().readTree(lines.lines().getFirst());
		assertThat(read.get("user").asString()).isEqualTo(user);
		assertThat(read.get("event").asString()).isEqualTo("LOGIN_REFUSED");
	}

	@Test
	void whenAValueIsLongThenItIsCut() {
		String user = "x".repeat(10_000);
		log(AuditProperties.Format.JSON).record(event(Type.LOGIN_REFUSED, "BAD_CREDENTIALS-AAAAAA", user));
		log(AuditProperties.Format.TEXT).record(event(Type.LOGIN_REFUSED, "BAD_CREDENTIALS-AAAAAA", user));
		assertThat(lines.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(700).contains("xxx"));
	}

	@Test
	void whenACharacterIsEscapedThenAsItsCode() {
		log(AuditProperties.Format.TEXT).record(event(Type.LOGIN, "OK", "\u0001$\u202E\uDBFF\uDFFF\u00e9"));
		assertThat(lines.lines()).containsExactly("event=LOGIN code=OK user=\"\\u0001\\u0024\\u202E\\u10FFFF\u00e9\"");
	}

	@Test
	void whenTriesAreThrottledThenEachIsCountedAndTheLineIsTheFirst() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 5; i++) {
			log.record(event(Type.LOGIN_REFUSED, "THROTTLED-AAAAA" + i, "alice"));
		}
		log.record(event(Type.LOGIN_REFUSED, "BAD_CREDENTIALS-AAAAAA", "alice"));
		log.record(event(Type.LOGIN_REFUSED, "BAD_CREDENTIALS-BBBBBB", "alice"));
		log.close();
		assertThat(lines.lines()).containsExactly("event=LOGIN_REFUSED code=THROTTLED-AAAAA0 user=alice",
				"event=LOGIN_REFUSED code=BAD_CREDENTIALS-AAAAAA user=alice",
				"event=LOGIN_REFUSED code=BAD_CREDENTIALS-BBBBBB user=alice",
				"event=LOGIN_REFUSED code=THROTTLED-AAAAA0 user=alice repeated=4");
		assertThat(registry.get("campanile.events").tags("reason", "THROTTLED").counter().count()).isEqualTo(5);
	}

	@Test
	void whenChangesOfThePasswordAreThrottledThenTheirLinesAreCombinedToo() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 5; i++) {
			log.record(event(Type.PASSWORD_CHANGE_REFUSED, "THROTTLED-AAAAA" + i, "alice"));
		}
		log.close();
		assertThat(lines.lines()).containsExactly("event=PASSWORD_CHANGE_REFUSED code=THROTTLED-AAAAA0 user=alice",
				"event=PASSWORD_CHANGE_REFUSED code=THROTTLED-AAAAA0 user=alice repeated=4");
	}

	/** Otherwise one client could push all other lines out of a log of limited size. */
	@Test
	void whenOneNetworkIsRefusedWithoutEndThenItsFurtherLinesAreCombinedAndAnotherHasItsOwn() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 1000; i++) {
			log.record(refused("NOT_FOUND-AAAAAA", "2001:db8::" + i));
		}
		assertThat(lines.lines()).hasSize(100);
		log.record(refused("NOT_FOUND-BBBBBB", "2001:db8:0:1::1"));
		log.close();
		assertThat(lines.lines()).hasSize(102)
			.contains("event=REQUEST_REFUSED code=NOT_FOUND-BBBBBB address=2001:db8:0:1::1")
			.endsWith("event=REQUEST_REFUSED code=NOT_FOUND-AAAAAA address=2001:db8::100 repeated=900");
		assertThat(registry.get("campanile.events").tags("reason", "NOT_FOUND").counter().count()).isEqualTo(1001);
	}

	/** A customer may have 65,536 networks. */
	@Test
	void whenManyNetworksOfOneIpv6SiteAreRefusedThenTheirFurtherLinesAreCombined() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 3000; i++) {
			log.record(refused("NOT_FOUND-AAAAAA", "2001:db8:0:" + Integer.toHexString(i) + "::1"));
		}
		log.close();
		assertThat(lines.lines()).hasSize(1001)
			.last()
			.isEqualTo("event=REQUEST_REFUSED code=NOT_FOUND-AAAAAA address=2001:db8:0:3e8::1 repeated=2000");
	}

	/** Each line tells of sessions that live on. */
	@Test
	void whenManyLogoutsOfAServiceFailThenEachHasItsLine() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 150; i++) {
			log.record(new AuditEvent(Type.LOGOUT, "FAILED", Map.of("address", "192.0.2.1", "nameId", "_" + i)));
		}
		assertThat(lines.lines()).hasSize(150);
	}

	/** The throttle does not count these, and the names are whatever the client types. */
	@Test
	void whenOneClientTypesManyNamesDuringAnOutageThenFurtherLinesAreOne() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 1000; i++) {
			log.record(loginRefused("DIRECTORY_UNAVAILABLE-AAAAAA", "user" + i));
		}
		log.close();
		assertThat(lines.lines()).hasSize(101)
			.last()
			.isEqualTo("event=LOGIN_REFUSED code=DIRECTORY_UNAVAILABLE-AAAAAA address=192.0.2.1 "
					+ "repeated=900 users=900");
	}

	/** The throttle limits them, and each name that was guessed at matters. */
	@Test
	void whenPasswordsAreWrongThenEachHasItsLine() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 150; i++) {
			log.record(loginRefused("BAD_CREDENTIALS-AAAAAA", "user" + i));
		}
		assertThat(lines.lines()).hasSize(150);
	}

	/** Behind a proxy on this machine that names no client, it is the address of all. */
	@Test
	void whenRefusalsComeFromThisMachineThenEachHasItsLine() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 150; i++) {
			log.record(refused("NOT_FOUND-AAAAAA", "127.0.0.1"));
		}
		assertThat(lines.lines()).hasSize(150);
	}

	/** Other accounts of this machine can reach that port, and no proxy is before it. */
	@Test
	void whenTokensAreGuessedFromThisMachineThenFurtherLinesAreCombined() {
		LoggingAuditLog log = log(AuditProperties.Format.TEXT);
		for (int i = 0; i < 150; i++) {
			log.record(new AuditEvent(Type.MANAGEMENT_REFUSED, "TOKEN_WRONG", Map.of("address", "127.0.0.1")));
		}
		log.close();
		assertThat(lines.lines()).hasSize(101)
			.last()
			.isEqualTo("event=MANAGEMENT_REFUSED code=TOKEN_WRONG address=127.0.0.1 repeated=50");
	}

	/** An alert on the increase of a counter misses the event that creates it. */
	@Test
	void whenNothingHasHappenedThenTheEventsThatRaiseAnAlarmAreCountedAsNone() {
		log(AuditProperties.Format.TEXT);
		assertThat(registry.getMeters())
			.extracting(meter -> meter.getId().getTag("type"), meter -> meter.getId().getTag("reason"),
					meter -> ((Counter) meter).count())
			.containsExactlyInAnyOrder(tuple("REQUEST_REFUSED", "SERVER_ERROR", 0.0),
					tuple("REQUEST_REFUSED", "FACTOR_UNAVAILABLE", 0.0),
					tuple("LOGIN_REFUSED", "FACTOR_UNAVAILABLE", 0.0));
	}

	private LoggingAuditLog log(AuditProperties.Format format) {
		return new LoggingAuditLog(registry, new AuditProperties(format, "", DataSize.ofMegabytes(100), 90),
				InstantSource.fixed(Instant.parse("2026-11-20T08:15:30.123456Z")), Ticker.systemTicker());
	}

	private static AuditEvent refused(String code, String address) {
		return new AuditEvent(Type.REQUEST_REFUSED, code, Map.of("address", address));
	}

	private static AuditEvent loginRefused(String code, String user) {
		return new AuditEvent(Type.LOGIN_REFUSED, code, Map.of("user", user, "address", "192.0.2.1"));
	}

	private static AuditEvent event(Type type, String code, String user) {
		return new AuditEvent(type, code, new LinkedHashMap<>(Map.of("user", user)));
	}

}
