package org.campanile.storage.memory;

import java.time.InstantSource;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.testkit.identifier.ConsentStoreContract;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryConsentStoreTests extends ConsentStoreContract {

	/** One node: the second store of the kit is the first. */
	private ConsentStore store = new MemoryConsentStore(clock, 10_000);

	@Override
	protected ConsentStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemoryConsentStore(clock, 10_000);
	}

	@Nested
	class Capacity {

		@Test
		void whenMoreAreGivenThanFitThenNoMoreAreKept() {
			MemoryConsentStore small = new MemoryConsentStore(clock, 50);
			for (int i = 0; i < 1_000; i++) {
				small.save(new StoredConsent("person", "sp " + i, START, START.plusSeconds(60), new byte[1]));
			}
			int listed = small.listed();
			assertThat(listed).isBetween(1, 50);
			assertThat(small.findByPrincipal("person", "", 1_000)).hasSize(listed)
				.allSatisfy(it -> assertThat(small.find("person", it.serviceHash())).isPresent());
		}

		@Test
		void whenAllHaveEndedThenNothingIsLeft() {
			MemoryConsentStore small = new MemoryConsentStore(clock, 1_000);
			for (int i = 0; i < 100; i++) {
				small.save(new StoredConsent("person", "sp " + i, START, START.plusSeconds(60), new byte[1]));
				small.save(new StoredConsent("person", "sp " + i, START, START.plusSeconds(61), new byte[1]));
			}
			assertThat(small.listed()).isEqualTo(100);
			clock.set(START.plusSeconds(3_600));
			small.save(new StoredConsent("person", "sp 0", START, START.plusSeconds(7_200), new byte[1]));
			assertThat(small.listed()).isEqualTo(1);
			assertThat(small.find("person", "sp 0")).isPresent();
		}

	}

}
