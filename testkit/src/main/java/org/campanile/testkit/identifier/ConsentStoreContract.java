package org.campanile.testkit.identifier;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.testkit.Race;
import org.campanile.testkit.store.StoreHarness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link ConsentStore}. A backend's test class defines how a store
 * is opened and the backend emptied, and inherits the tests.
 */
public abstract class ConsentStoreContract extends StoreHarness<ConsentStore> {

	private static final Instant END = START.plus(Duration.ofDays(365));

	@Test
	void whenSavedThenReadByteForByteOnEveryNode() throws Exception {
		byte[] state = new byte[256];
		for (int i = 0; i < state.length; i++) {
			state[i] = (byte) i;
		}
		StoredConsent consent = new StoredConsent(digest("alice"), digest("sp"), START, END, state);
		assertThat(here.find(digest("alice"), digest("sp"))).isEmpty();
		here.save(consent);
		assertStored(here.find(digest("alice"), digest("sp")), consent);
		assertStored(there.find(digest("alice"), digest("sp")), consent);
		assertThat(there.find(digest("alice"), digest("other"))).isEmpty();
		assertThat(there.find(digest("bob"), digest("sp"))).isEmpty();
		assertThat(there.find(digest("sp"), digest("alice"))).isEmpty();
	}

	@Test
	void whenSavedAgainThenReplacedWhole() throws Exception {
		here.save(consent("alice", "sp", START, "old"));
		StoredConsent other = new StoredConsent(digest("alice"), digest("sp"), START.plusMillis(1), END.plusSeconds(9),
				bytes("new"));
		there.save(other);
		assertStored(here.find(digest("alice"), digest("sp")), other);
		assertThat(here.findByPrincipal(digest("alice"), "", 10)).hasSize(1);
	}

	@Test
	void whenAnEarlierOneArrivesLaterThenTheLatestStays() throws Exception {
		StoredConsent latest = consent("alice", "sp", START, "latest");
		here.save(latest);
		there.save(consent("alice", "sp", START.minusMillis(1), "earlier"));
		assertStored(here.find(digest("alice"), digest("sp")), latest);
	}

	@Test
	void whenManySaveAtOnceThenTheLatestStays() throws Exception {
		for (int round = 0; round < 20; round++) {
			String service = "sp " + round;
			Race.run(16, number -> {
				node(number).save(consent("alice", service, START.plusMillis(number * 7 % 16), "by " + number));
				return true;
			});
			assertThat(there.find(digest("alice"), digest(service)).orElseThrow().givenAt())
				.isEqualTo(START.plusMillis(15));
		}
	}

	@Test
	void whenAtItsEndThenInvisibleToEverything() throws Exception {
		here.save(consent("alice", "sp", START, "state"));
		clock.set(END.minusMillis(1));
		assertThat(there.find(digest("alice"), digest("sp"))).isPresent();
		clock.set(END);
		assertThat(there.find(digest("alice"), digest("sp"))).isEmpty();
		assertThat(here.findByPrincipal(digest("alice"), "", 10)).isEmpty();
		assertThat(here.revoke(digest("alice"), digest("sp"))).isFalse();
		StoredConsent anew = new StoredConsent(digest("alice"), digest("sp"), END, END.plusSeconds(60), bytes("anew"));
		there.save(anew);
		assertStored(here.find(digest("alice"), digest("sp")), anew);
	}

	@Test
	void whenRevokedThenGoneOnEveryNodeAndMayBeGivenAnew() throws Exception {
		here.save(consent("alice", "sp", START, "state"));
		here.save(consent("alice", "other", START, "state"));
		assertThat(there.revoke(digest("alice"), digest("sp"))).isTrue();
		assertThat(here.revoke(digest("alice"), digest("sp"))).isFalse();
		assertThat(here.find(digest("alice"), digest("sp"))).isEmpty();
		assertThat(here.find(digest("alice"), digest("other"))).isPresent();
		assertThat(there.findByPrincipal(digest("alice"), "", 10)).hasSize(1);
		here.save(consent("alice", "sp", START.plusMillis(1), "anew"));
		assertThat(there.find(digest("alice"), digest("sp"))).isPresent();
	}

	@Test
	void whenManyRevokeItAtOnceThenOneDoes() throws Exception {
		for (int round = 0; round < 20; round++) {
			String service = "sp " + round;
			here.save(consent("alice", service, START, "state"));
			assertThat(Race.run(16, number -> node(number).revoke(digest("alice"), digest(service))))
				.containsOnlyOnce(true);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 25, 26, ConsentStore.MAX_PAGE })
	void whenPagedThenEachLiveOneIsThereOnceInTheOrderOfTheServices(int limit) throws Exception {
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 25; i++) {
			expected.add(digest("sp " + i));
			here.save(consent("alice", "sp " + i, START, "state"));
			here.save(consent("bob", "sp " + i, START, "state"));
			here.save(new StoredConsent(digest("alice"), digest("over " + i), START.minusSeconds(60), START,
					new byte[1]));
		}
		expected.sort(null);
		List<String> found = new ArrayList<>();
		List<StoredConsent> page;
		do {
			page = there.findByPrincipal(digest("alice"), found.isEmpty() ? "" : found.getLast(), limit);
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
		StoredConsent consent = new StoredConsent(digest("alice"), digest("sp"), START, END, largest);
		here.save(consent);
		assertThatIllegalArgumentException().isThrownBy(() -> here.save(new StoredConsent(digest("alice"), digest("sp"),
				START.plusSeconds(1), END, new byte[ConsentStore.MAX_STATE + 1])));
		assertStored(there.find(digest("alice"), digest("sp")), consent);
	}

	private static StoredConsent consent(String person, String service, Instant givenAt, String state) {
		return new StoredConsent(digest(person), digest(service), givenAt, END, bytes(state));
	}

}
