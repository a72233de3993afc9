package org.campanile.web.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditEvent.Type;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ThrottledTriesTests {

	private final AtomicLong nanos = new AtomicLong();

	private final List<AuditEvent> ends = new ArrayList<>();

	private final ThrottledTries tries = new ThrottledTries(ends::add, nanos::get);

	@Test
	void whenABurstIsOverThenOneLineWithTheCodeOfTheFirstAndTheNumberOfTheOthers() {
		assertThat(tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-AAAAAA"))).isTrue();
		for (int i = 0; i < 500; i++) {
			assertThat(tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-BBBBBB"))).isFalse();
		}
		advance(59);
		tries.endOld();
		assertThat(ends).isEmpty();
		advance(1);
		tries.endOld();
		assertThat(ends).singleElement().satisfies(end -> {
			assertThat(end.code()).isEqualTo("THROTTLED-AAAAAA");
			assertThat(end.fields()).containsEntry("user", "alice").containsEntry("repeated", "500");
		});
		assertThat(tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-CCCCCC"))).as("of another burst").isTrue();
	}

	/** However the attempts are spread, the lines must account for all of them. */
	@Test
	void whenItGoesOnThenTwoLinesAMinute() {
		int first = 0;
		for (int second = 0; second < 300; second++) {
			first += tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-AAAAAA")) ? 1 : 0;
			advance(1);
		}
		tries.endAll();
		assertThat(first).isEqualTo(5);
		assertThat(ends).hasSize(5);
		assertThat(first + repeated()).isEqualTo(300);
	}

	@Test
	void whenUserOrAddressDifferThenAnotherBurst() {
		assertThat(tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-AAAAAA"))).isTrue();
		assertThat(tries.isFirst(event("bob", "192.0.2.1", "THROTTLED-AAAAAA"))).isTrue();
		assertThat(tries.isFirst(event("alice", "192.0.2.2", "THROTTLED-AAAAAA"))).isTrue();
		advance(60);
		tries.endOld();
		assertThat(ends).as("nothing was repeated").isEmpty();
	}

	/** Otherwise the line would tell of another factor than the one that was tried. */
	@Test
	void whenTheFactorOrTheEventDiffersThenAnotherBurst() {
		Map<String, String> fields = Map.of("user", "alice", "address", "192.0.2.1");
		Map<String, String> app = Map.of("user", "alice", "address", "192.0.2.1", "factor", "totp");
		Map<String, String> program = Map.of("user", "alice", "address", "192.0.2.1", "by", "basic");
		for (int i = 0; i < 2; i++) {
			boolean first = i == 0;
			assertThat(tries.isFirst(new AuditEvent(Type.LOGIN_REFUSED, "THROTTLED-AAAAAA", fields))).isEqualTo(first);
			assertThat(tries.isFirst(new AuditEvent(Type.LOGIN_REFUSED, "THROTTLED-AAAAAA", app))).isEqualTo(first);
			assertThat(tries.isFirst(new AuditEvent(Type.LOGIN_REFUSED, "THROTTLED-AAAAAA", program))).isEqualTo(first);
			assertThat(tries.isFirst(new AuditEvent(Type.PASSWORD_CHANGE_REFUSED, "THROTTLED-AAAAAA", fields)))
				.isEqualTo(first);
		}
	}

	@Test
	void whenManyNamesComeFromOneAddressThenFurtherOnesAreOneLine() {
		int first = 0;
		for (int round = 0; round < 3; round++) {
			for (int user = 0; user < 150; user++) {
				first += tries.isFirst(event("user" + user, "192.0.2.1", "THROTTLED-AAAAAA")) ? 1 : 0;
			}
		}
		assertThat(first).isEqualTo(5);
		assertThat(tries.isFirst(event("user7", "192.0.2.2", "THROTTLED-AAAAAA"))).as("another address").isTrue();
		advance(60);
		tries.endOld();
		assertThat(ends).hasSize(6);
		assertThat(ends).filteredOn(end -> end.fields().containsKey("users"))
			.singleElement()
			.satisfies(end -> assertThat(end.fields())
				.isEqualTo(Map.of("address", "192.0.2.1", "repeated", "435", "users", "145")));
		assertThat(first + repeated()).isEqualTo(450);
		assertThat(tries.isFirst(event("user7", "192.0.2.1", "THROTTLED-AAAAAA"))).as("a minute later").isTrue();
	}

	@Test
	void whenMoreNamesComeFromOneAddressThanAreRememberedThenItsBurstEndsEarlyAndAllAreCounted() {
		int first = 0;
		for (int user = 0; user < 10_005; user++) {
			first += tries.isFirst(event("user" + user, "192.0.2.1", "THROTTLED-AAAAAA")) ? 1 : 0;
		}
		tries.endAll();
		assertThat(first + repeated()).isEqualTo(10_005);
		assertThat(ends).hasSize(10)
			.allSatisfy(end -> assertThat(end.fields()).containsEntry("users", "1000").doesNotContainKey("user"));
	}

	@Test
	void whenTheServerStopsThenWhatIsCountedIsWritten() {
		tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-AAAAAA"));
		tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-BBBBBB"));
		tries.endAll();
		tries.endAll();
		assertThat(ends).singleElement().satisfies(end -> assertThat(end.fields()).containsEntry("repeated", "1"));
	}

	/** The names have 4,000 characters, so that only a thousand of them fit. */
	@Test
	void whenThereAreMoreThanFitThenBurstsEndEarlyAndNoneIsForgotten() {
		int first = 0;
		for (int round = 0; round < 3; round++) {
			for (int user = 0; user < 3000; user++) {
				first += tries.isFirst(event("x".repeat(4000), "2001:db8::" + user, "THROTTLED-AAAAAA")) ? 1 : 0;
			}
		}
		assertThat(first).as("some were forgotten in between").isGreaterThan(3000);
		tries.endAll();
		assertThat(first + repeated()).isEqualTo(9000);
	}

	@Test
	void whenManyThreadsTryThenNoneIsLost() throws InterruptedException {
		AtomicLong first = new AtomicLong();
		List<Thread> threads = IntStream.range(0, 8)
			.mapToObj(thread -> Thread.ofVirtual().start(() -> IntStream.range(0, 2000).forEach(at -> {
				if (tries.isFirst(event("alice", "192.0.2.1", "THROTTLED-AAAAAA"))) {
					first.incrementAndGet();
				}
			})))
			.toList();
		for (Thread thread : threads) {
			thread.join();
		}
		tries.endAll();
		assertThat(first.get() + repeated()).isEqualTo(16_000);
	}

	private int repeated() {
		return ends.stream().mapToInt(end -> Integer.parseInt(end.fields().getOrDefault("repeated", ""))).sum();
	}

	private void advance(long seconds) {
		nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
	}

	private static AuditEvent event(String user, String address, String code) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", user);
		fields.put("address", address);
		return new AuditEvent(Type.LOGIN_REFUSED, code, fields);
	}

}
