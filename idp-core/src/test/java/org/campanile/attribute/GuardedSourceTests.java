package org.campanile.attribute;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.attribute.AttributeSettings.CacheSettings;
import org.campanile.attribute.SourceQuery.IncompleteException;
import org.campanile.attribute.SourceSettings.OnFailure;
import org.campanile.guard.Guards;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the guard that surrounds every source. */
@Timeout(60)
class GuardedSourceTests {

	private static final SourceValues ENTRY = Inputs.entry()
		.with("mail", "alice@example.edu")
		.with("cn", "Alice", "Alicia")
		.with("note", "a\u0000b")
		.build();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T12:00:00Z"));

	private final ScriptedSource source = new ScriptedSource("hr", "phone").saying("phone", "1");

	@AutoClose
	private GuardedSource guarded = guard(Duration.ofSeconds(30), 8, Optional.empty());

	private GuardedSource guard(Duration timeout, int maxConcurrent, Optional<CacheSettings> cache) {
		return new GuardedSource(source, new SourceSettings(OnFailure.OMIT, timeout, maxConcurrent, cache), now::get,
				meters);
	}

	@Test
	void whenTheSourceAnswersThenItsValuesComeAndItIsCounted() throws Exception {
		assertThat(phone("alice")).isEqualTo("1");
		assertThat(count("answered")).isEqualTo(1);
	}

	@Test
	void whenTheSourceDoesNotAnswerInTimeThenNobodyWaitsLonger() throws Exception {
		guarded = guard(Duration.ofMillis(50), 8, Optional.empty());
		CountDownLatch never = new CountDownLatch(1);
		source.waitingFor(never);
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> phone("alice"))
			.withMessageContaining("50 ms");
		assertThat(count("timed_out")).isEqualTo(1);
		assertThat(guarded.fault()).hasValueSatisfying(reason -> assertThat(reason).contains("50 ms"));
	}

	@Test
	void whenMoreAskThanMayThenTheyFailAtOnce() throws Exception {
		guarded = guard(Duration.ofSeconds(30), 1, Optional.empty());
		CountDownLatch gate = new CountDownLatch(1);
		source.waitingFor(gate);
		GuardedSource.Pending first = guarded.ask("alice", ENTRY);
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> phone("bob"))
			.withMessageContaining("max-concurrent");
		assertThat(count("not_asked")).isEqualTo(1);
		gate.countDown();
		assertThat(first.await().texts("phone")).containsExactly("1");
		assertThat(phone("bob")).as("there is room again").isEqualTo("1");
	}

	@Test
	void whenTheSourceFailsAgainAndAgainThenItIsLeftAloneForAWhileAndThenTried() throws Exception {
		source.failing("down");
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> phone("alice"))
				.withMessage("down");
		}
		source.failing(null);
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> phone("alice"))
			.withMessageContaining("not asked");
		assertThat(source.queries).hasSize(3);
		assertThat(guarded.fault()).as("a probe asks all the same").isEmpty();
		now.updateAndGet(at -> at.plus(Guards.PAUSE).plusMillis(1));
		assertThat(phone("alice")).isEqualTo("1");
		assertThat(count("failed")).isEqualTo(3);
	}

	@Test
	void whenAnswersForAUserCannotBeUsedThenOthersAreStillLookedUp() throws Exception {
		source.answering("more than 1000 rows");
		for (int i = 0; i < 6; i++) {
			assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> phone("alice"))
				.withMessage("more than 1000 rows");
		}
		assertThat(count("unusable")).isEqualTo(6);
		source.answering(null);
		assertThat(phone("bob")).isEqualTo("1");
	}

	@Test
	void whenAnAnswerThatCannotBeUsedFollowsAnOutageThenTheSourceIsAskedAgain() throws Exception {
		source.failing("down");
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> phone("alice"));
		}
		now.updateAndGet(at -> at.plus(Guards.PAUSE).plusMillis(1));
		source.failing(null).answering("no text");
		assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> phone("alice"));
		source.answering(null);
		assertThat(phone("bob")).isEqualTo("1");
	}

	@Test
	void whenTheSourceHasAFaultOfItsOwnThenItCountsAsNotAnswering() {
		source.throwing(new IllegalStateException("a bug"));
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> phone("alice"))
			.withMessageContaining("a bug");
	}

	@Test
	void whenCachedThenTheSourceIsAskedOnceForEachUserUntilTheTimeIsUp() throws Exception {
		guarded = guard(Duration.ofSeconds(30), 8, Optional.of(new CacheSettings(10, Duration.ofMinutes(5))));
		phone("alice");
		source.saying("phone", "2");
		assertThat(phone("alice")).isEqualTo("1");
		assertThat(phone("bob")).isEqualTo("2");
		assertThat(source.queries).hasSize(2);
		assertThat(count("cached")).isEqualTo(1);
		now.updateAndGet(at -> at.plus(Duration.ofMinutes(5)));
		assertThat(phone("alice")).isEqualTo("2");
	}

	@Test
	void whenTheClockIsSetBackThenNothingIsCachedForLonger() throws Exception {
		guarded = guard(Duration.ofSeconds(30), 8, Optional.of(new CacheSettings(10, Duration.ofMinutes(5))));
		phone("alice");
		source.saying("phone", "2");
		now.updateAndGet(at -> at.minus(Duration.ofHours(1)));
		assertThat(phone("alice")).isEqualTo("1");
		now.updateAndGet(at -> at.plus(Duration.ofMinutes(5)));
		assertThat(phone("alice")).isEqualTo("2");
	}

	@Test
	void whenAValueOfAUserCannotBeProcessedThenThatIsCachedToo() throws Exception {
		guarded = guard(Duration.ofSeconds(30), 8, Optional.of(new CacheSettings(10, Duration.ofMinutes(5))));
		source.unfit("no number");
		for (int i = 0; i < 6; i++) {
			assertThatExceptionOfType(UnfitValueException.class).isThrownBy(() -> phone("alice"))
				.withMessage("no number");
		}
		assertThat(source.queries).hasSize(1);
		assertThat(count("unusable")).isEqualTo(1);
		assertThat(count("cached")).isEqualTo(5);
		source.unfit(null);
		assertThat(phone("bob")).isEqualTo("1");
		now.updateAndGet(at -> at.plus(Duration.ofMinutes(5)));
		assertThat(phone("alice")).isEqualTo("1");
	}

	@Test
	void whenAReadFailsThenNothingIsCachedOfIt() throws Exception {
		guarded = guard(Duration.ofSeconds(30), 8, Optional.of(new CacheSettings(10, Duration.ofMinutes(5))));
		source.failing("down");
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> phone("alice"));
		source.failing(null);
		assertThat(phone("alice")).isEqualTo("1");
	}

	@Test
	void whenParametersAreAttributesThenTheUsersValuesAreGiven() throws Exception {
		source.needing("username", "MAIL");
		guarded.ask("alice", ENTRY).await();
		assertThat(source.queries).singleElement()
			.satisfies(query -> assertThat(query.get("mail")).isEqualTo("alice@example.edu"))
			.satisfies(query -> assertThat(query.get("username")).isEqualTo("alice"))
			.satisfies(query -> assertThat(query).hasToString("SourceQuery[MAIL, username]"));
	}

	@Test
	void whenAUserHasNotOnePlainValueOfAParameterThenTheSourceIsNotAsked() throws Exception {
		for (String name : new String[] { "sn", "cn", "note" }) {
			source.needing(name);
			assertThatExceptionOfType(IncompleteException.class).as(name)
				.isThrownBy(() -> guarded.ask("alice", ENTRY))
				.withMessageContaining(name)
				.withMessageNotContaining("Alic");
		}
		source.needing("username");
		assertThatExceptionOfType(IncompleteException.class).isThrownBy(() -> guarded.ask("al\u0000ice", ENTRY));
		assertThat(source.queries).isEmpty();
	}

	private String phone(String user) throws SourceUnavailableException, IncompleteException {
		return guarded.ask(user, ENTRY).await().texts("phone").getFirst();
	}

	private long count(String outcome) {
		return meters.get("campanile.source").tag("source", "hr").tag("outcome", outcome).timer().count();
	}

}
