package org.campanile.web.lifecycle;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.testkit.session.HeapSessionStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

class StoreRehearsalTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-01T08:00:00Z"));

	private final Map<SessionKey, StoredSession> stored = new HashMap<>();

	private final CountingSessionStore sessions = new CountingSessionStore(new HeapSessionStore(clock, stored));

	private final Map<OneTimeKey, HeapOneTimeStore.Entry> values = new HashMap<>();

	private final StoreRehearsal rehearsal = new StoreRehearsal(sessions, new HeapOneTimeStore(clock, values), clock,
			new SecureRandom());

	@Test
	void whenTheStoresAnswerThenEveryOperationOfALoginWasDoneAndNoSessionIsLeft() throws StoreUnavailableException {
		assertThat(rehearsal.getAsBoolean()).isTrue();
		assertThat(sessions.operations()).contains(Operation.CREATE, Operation.FIND, Operation.UPDATE,
				Operation.ADD_SERVICE, Operation.FIND_BY_IDENTIFIER, Operation.TOUCH, Operation.END);
		assertThat(sessions.count()).isZero();
	}

	@Test
	void whenDoneAgainThenItIsAsGood() {
		assertThat(rehearsal.getAsBoolean()).isTrue();
		assertThat(rehearsal.getAsBoolean()).isTrue();
	}

	/** The store in memory refuses keys and hashes of any other length than they have. */
	@Test
	void whenTheStoreIsInMemoryThenItTakesTheKeysAndHashes() {
		new ApplicationContextRunner().withBean(InstantSource.class, () -> clock)
			.withConfiguration(AutoConfigurations.of(ClassUtils.resolveClassName(
					"org.campanile.storage.memory.MemoryStorageAutoConfiguration", getClass().getClassLoader())))
			.run(context -> assertThat(new StoreRehearsal(context.getBean(SessionStore.class),
					context.getBean(OneTimeStore.class), clock, new SecureRandom())
				.getAsBoolean()).isTrue());
	}

	@ParameterizedTest
	@EnumSource(names = { "CREATE", "FIND", "UPDATE", "ADD_SERVICE", "FIND_BY_IDENTIFIER", "TOUCH", "END" })
	void whenAStoreDoesNotAnswerThenItIsNotReady(Operation operation) {
		sessions.fail(operation);
		assertThat(rehearsal.getAsBoolean()).isFalse();
		sessions.recover(operation);
		assertThat(rehearsal.getAsBoolean()).isTrue();
	}

}
