package org.campanile.testkit.identifier;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link ConsentStore}. A backend's test class defines how a store
 * is opened and the backend emptied, and inherits the tests.
 */
public abstract class ConsentStoreContract {

	protected static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private static final Instant END = START.plus(Duration.ofDays(365));

	/** The clock that the stores are given. */
	protected final MutableClock clock = new MutableClock(START);

	/**
	 * Two nodes' stores on one backend; the same store twice for a backend of one node.
	 */
	private ConsentStore here;

	private ConsentStore there;

	/**
	 * Opens a store on the backend that all stores of one test share. A backend of one
	 * node returns the same store each time. One that is {@link AutoCloseable} is closed
	 * after the test.
	 */
	protected abstract ConsentStore open(InstantSource clock) throws Exception;

	/** Empties the backend, before each test. */
	protected abstract void reset() throws Exception;

	@BeforeEach
	final void openStores() throws Exception {
		reset();
		here = open(clock);
		there = open(clock);
	}

	@AfterEach
	final void closeStores() throws Exception {
		for (ConsentStore store : List.of(here, there)) {
			if (store instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	@Test
	void whenSavedThenReadByteForByteOnEveryNode() throws Exception {
		byte[] state = new byte[256];
		for (int i = 0; i < state.length; i++) {
			state[i] = (byte) i;
		}
		StoredConsent consent = new StoredConsent(hash("alice"), hash("sp"), START, END, state);
		assertThat(here.find(hash("alice"), hash("sp"))).isEmpty();
		here.save(consent);
		assertSame(here.find(hash("alice"), hash("sp")), consent);
		assertSame(there.find(hash("alice"), hash("sp")), consent);
		assertThat(there.find(hash("alice"), hash("other"))).isEmpty();
		assertThat(there.find(hash("bob"), hash("sp"))).isEmpty();
		assertThat(there.find(hash("sp"), hash("alice"))).isEmpty();
	}

	@Test
	void whenSavedAgainThenReplacedWhole() throws Exception {
		here.save(consent("alice", "sp", START, "old"));
		StoredConsent other = new StoredConsent(hash("alice"), hash("sp"), START.plusMillis(1), END.plusSeconds(9),
				DurableFixtures.bytes("new"));
		there.save(other);
		assertSame(here.find(hash("alice"), hash("sp")), other);
		assertThat(here.findByPrincipal(hash("alice"), "", 10)).hasSize(1);
	}

	@Test
	void whenAnEarlierOneArrivesLaterThenTheLatestStays() throws Exception {
		StoredConsent latest = consent("alice", "sp", START, "latest");
		here.save(latest);
		there.save(consent("alice", "sp", START.minusMillis(1), "earlier"));
		assertSame(here.find(hash("alice"), hash("sp")), latest);
	}

	@Test
	void whenManySaveAtOnceThenTheLatestStays() throws Exception {
		for (int round = 0; round < 20; round++) {
			String service = "sp " + round;
			Race.run(16, number -> {
				node(number).save(consent("alice", service, START.plusMillis(number * 7 % 16), "by " + number));
				return true;
			});
			assertThat(there.find(hash("alice"), hash(service)).orElseThrow().givenAt())
				.isEqualTo(START.plusMillis(15));
		}
	}

	@Test
	void whenAtItsEndThenInvisibleToEverything() throws Exception {
		here.save(consent("alice", "sp", START, "state"));
		clock.set(END.minusMillis(1));
		assertThat(there.find(hash("alice"), hash("sp"))).isPresent();
		clock.set(END);
		assertThat(there.find(hash("alice"), hash("sp"))).isEmpty();
		assertThat(here.findByPrincipal(hash("alice"), "", 10)).isEmpty();
		assertThat(here.revoke(hash("alice"), hash("sp"))).isFalse();
		StoredConsent anew = new StoredConsent(hash("alice"), hash("sp"), END, END.plusSeconds(60),
				DurableFixtures.bytes("anew"));
		there.save(anew);
		assertSame(here.find(hash("alice"), hash("sp")), anew);
	}

	@Test
	void whenRevokedThenGoneOnEveryNodeAndMayBeGivenAnew() throws Exception {
		here.save(consent("alice", "sp", START, "state"));
		here.save(consent("alice", "other", START, "state"));
		assertThat(there.revoke(hash("alice"), hash("sp"))).isTrue();
		assertThat(here.revoke(hash("alice"), hash("sp"))).isFalse();
		assertThat(here.find(hash("alice"), hash("sp"))).isEmpty();
		assertThat(here.find(hash("alice"), hash("other"))).isPresent();
		assertThat(there.findByPrincipal(hash("alice"), "", 10)).hasSize(1);
		here.save(consent("alice", "sp", START.plusMillis(1), "anew"));
		assertThat(there.find(hash("alice"), hash("sp"))).isPresent();
	}

	@Test
	void whenManyRevokeItAtOnceThenOneDoes() throws Exception {
		for (int round = 0; round < 20; round++) {
			String service = "sp " + round;
			here.save(consent("alice", service, START, "state"));
			assertThat(Race.run(16, number -> node(number).revoke(hash("alice"), hash(service))))
				.containsOnlyOnce(true);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 25, 26, ConsentStore.MAX_PAGE })
	void whenPagedThenEachLiveOneIsThereOnceInTheOrderOfTheServices(int limit) throws Exception {
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 25; i++) {
			expected.add(hash("sp " + i));
			here.save(consent("alice", "sp " + i, START, "state"));
			here.save(consent("bob", "sp " + i, START, "state"));
			here.save(new StoredConsent(hash("alice"), hash("over " + i), START.minusSeconds(60), START, new byte[1]));
		}
		expected.sort(null);
		List<String> found = new ArrayList<>();
		List<StoredConsent> page;
		do {
			page = there.findByPrincipal(hash("alice"), found.isEmpty() ? "" : found.getLast(), limit);
			assertThat(page).hasSizeLessThanOrEqualTo(limit);
			page.forEach(it -> found.add(it.serviceHash()));
		}
		while (page.size() == limit);
		assertThat(found).containsExactlyElementsOf(expected);
	}

	@Test
	void whenTheStateIsAsLargeAsAllowedThenStoredAndALargerOneChangesNothing() throws Exception {
		byte[] largest = new byte[ConsentStore.MAX_STATE];
		Arrays.fill(largest, (byte) 0xa5);
		StoredConsent consent = new StoredConsent(hash("alice"), hash("sp"), START, END, largest);
		here.save(consent);
		assertThatIllegalArgumentException().isThrownBy(() -> here.save(new StoredConsent(hash("alice"), hash("sp"),
				START.plusSeconds(1), END, new byte[ConsentStore.MAX_STATE + 1])));
		assertSame(there.find(hash("alice"), hash("sp")), consent);
	}

	private ConsentStore node(int number) {
		return number % 2 == 0 ? here : there;
	}

	private static StoredConsent consent(String person, String service, Instant givenAt, String state) {
		return new StoredConsent(hash(person), hash(service), givenAt, END, DurableFixtures.bytes(state));
	}

	private static String hash(String name) {
		return DurableFixtures.hash(name);
	}

	private static void assertSame(Optional<StoredConsent> actual, StoredConsent expected) {
		assertThat(actual).isPresent();
		assertThat(actual.get()).usingRecursiveComparison().isEqualTo(expected);
	}

}
