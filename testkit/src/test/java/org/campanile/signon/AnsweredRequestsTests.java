package org.campanile.signon;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.campanile.protocol.ProtocolId;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.session.SessionKey;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.saml.TestSignOnRequests;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnsweredRequestsTests {

	private static final Duration LOGIN = Duration.ofMinutes(10);

	private static final Duration SKEW = Duration.ofMinutes(3);

	private static final Instant NOW = Instant.parse("2026-03-29T00:59:58Z");

	private static final Instant VALID_UNTIL = NOW.plus(Duration.ofMinutes(11));

	private final MutableClock clock = new MutableClock(NOW);

	private final AnsweredRequests answered = new AnsweredRequests(
			new HeapOneTimeStore(clock, new ConcurrentHashMap<>()), LOGIN, SKEW);

	@Test
	void whenFiftyAtOnceThenOneIsFirst() throws Exception {
		CyclicBarrier start = new CyclicBarrier(50);
		List<Callable<Boolean>> tries = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			tries.add(() -> {
				start.await();
				return answered.add(request("_1", "urn:sp", VALID_UNTIL));
			});
		}
		int first = 0;
		try (ExecutorService threads = Executors.newFixedThreadPool(50)) {
			for (Future<Boolean> result : threads.invokeAll(tries)) {
				first += result.get() ? 1 : 0;
			}
		}
		assertThat(first).isEqualTo(1);
	}

	@Test
	void whenTheIdOrTheServiceIsAnotherThenAnotherRequest() throws Exception {
		assertThat(answered.add(request("_1", "urn:sp", VALID_UNTIL))).isTrue();
		assertThat(answered.add(request("_2", "urn:sp", VALID_UNTIL))).isTrue();
		assertThat(answered.add(request("_1", "urn:other", VALID_UNTIL))).isTrue();
		assertThat(answered.add(request("_1", "urn:sp", VALID_UNTIL))).isFalse();
	}

	@Test
	void whenTheProtocolIsAnotherThenAnotherRequest() throws Exception {
		SignOnRequest request = request("_1", "urn:sp", VALID_UNTIL);
		SignOnRequest another = new SignOnRequest(new ProtocolId("other"), request.service(), request.answerUrl(),
				request.requestId(), request.demand(), request.receivedAt(), request.repeatableUntil(), Map.of());
		assertThat(answered.add(request)).isTrue();
		assertThat(answered.add(another)).isTrue();
		assertThat(answered.add(another)).isFalse();
	}

	@Test
	void whenItCannotComeAgainThenNothingIsMarked() throws Exception {
		for (int i = 0; i < 2; i++) {
			assertThat(answered.add(request("_1", "urn:sp", null))).isTrue();
			assertThat(answered.add(request(null, "urn:sp", null).repeatable())).isTrue();
		}
		assertThat(answered.add(request("_1", "urn:sp", null).repeatable())).isTrue();
		assertThat(answered.add(request("_1", "urn:sp", null).repeatable())).isFalse();
	}

	@Test
	void whenARequestHasNoIdThenTheLoginForItCountsOnce() throws Exception {
		SessionKey session = SessionKey.of(new byte[32]);
		SignOnRequest request = request(null, "urn:sp", null).repeatable();
		assertThat(answered.addLogin(request, session)).isTrue();
		assertThat(answered.addLogin(request, SessionKey.of(new byte[] { 1 }))).as("another login").isTrue();
		assertThat(answered.addLogin(request(null, "urn:other", null), session)).as("another service").isTrue();
		clock.advance(LOGIN.plus(SKEW).minusMillis(1));
		assertThat(answered.addLogin(request, session)).isFalse();
	}

	@Test
	void whenARequestHasAnIdThenItAloneIsMarked() throws Exception {
		SessionKey session = SessionKey.of(new byte[32]);
		SignOnRequest request = request("_1", "urn:sp", null).repeatable();
		for (int i = 0; i < 2; i++) {
			assertThat(answered.addLogin(request, session)).isTrue();
		}
		assertThat(answered.add(request)).isTrue();
		assertThat(answered.add(request)).isFalse();
	}

	/**
	 * The request is sent again just before it expires, and the login that then begins is
	 * finished just before its own limit.
	 */
	@Test
	void whenAReplaysLoginEndsLateThenStillMarked() throws Exception {
		assertThat(answered.add(request("_1", "urn:sp", VALID_UNTIL))).isTrue();
		clock.advance(Duration.between(NOW, VALID_UNTIL).plus(LOGIN).minusMillis(1));
		assertThat(answered.add(request("_1", "urn:sp", VALID_UNTIL))).isFalse();
	}

	private static SignOnRequest request(@Nullable String id, String service, @Nullable Instant repeatableUntil) {
		return TestSignOnRequests.signOn(service, "https://sp.example.org/acs", id, null, false, false, null,
				NameIdRequest.ANY, OptionalInt.empty(), NOW, repeatableUntil);
	}

}
