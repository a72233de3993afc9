package org.campanile.web.account;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses;
import org.campanile.factor.device.TrustedDevices;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.record.Records;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests changes that two requests make at the same time. */
class AccountFactorsTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final Records records = Records.durable(new HeapRecordStore(clock, new ConcurrentHashMap<>()),
			SessionFixtures.sealer(1), Records.durableHashing(new byte[16]), clock);

	private final Enrolments enrolments = new Enrolments(records,
			new HeapOneTimeStore(clock, new ConcurrentHashMap<>()), clock, new SecureRandom(), Runnable::run);

	private final StaticListableBeanFactory beans = new StaticListableBeanFactory(Map.of("enrolments", enrolments));

	private final AccountFactors factors = new AccountFactors(beans.getBeanProvider(Enrolments.class),
			beans.getBeanProvider(Bypasses.class), beans.getBeanProvider(TrustedDevices.class),
			beans.getBeanProvider(ExternalMethod.class), List.of(), List.of());

	@BeforeEach
	void enrol() throws StoreUnavailableException {
		enrolments.change("alice", enrolment -> enrolment.with(FakeEnrolledFactor.credential("c7", "Old phone")));
	}

	/** Otherwise one removal would be audited and mailed twice. */
	@Test
	void whenAnotherRequestWasFirstThenItIsGone() throws Exception {
		try (Enrolments.Reading reading = factors.reading();
				ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
			assertThat(factors.of("alice").find("c7")).isPresent();
			assertThat(others.submit(() -> factors.remove("alice", "c7")).get()).isPresent();
			assertThat(factors.remove("alice", "c7")).isEmpty();
		}
	}

	@Test
	void whenAnotherRequestHasRemovedItThenItIsNotRenamed() throws Exception {
		try (Enrolments.Reading reading = factors.reading();
				ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
			assertThat(factors.of("alice").find("c7")).isPresent();
			assertThat(others.submit(() -> factors.remove("alice", "c7")).get()).isPresent();
			assertThat(factors.rename("alice", "c7", "New phone")).isEmpty();
		}
		assertThat(factors.of("alice").isEmpty()).isTrue();
	}

}
