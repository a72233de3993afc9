package org.campanile.consent;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.campanile.seal.RecordSealing;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.identifier.HeapConsentStore;
import org.campanile.testkit.identifier.HeapConsentStore.Name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ConsentsTests {

	private static final String WIKI = "https://wiki.example.edu/shibboleth";

	private static final String OTHER = "https://other.example.edu/shibboleth";

	private static final Duration YEAR = Duration.ofDays(365);

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");

	private final MutableClock clock = new MutableClock(NOW);

	private final Map<Name, StoredConsent> rows = new HashMap<>();

	private final RecordSealing sealing = new RecordSealing("the salt of identifiers".getBytes(StandardCharsets.UTF_8),
			new SecureRandom());

	private final Consents consents = new Consents(new HeapConsentStore(clock, rows), sealing, clock);

	@Test
	void whenGivenThenFoundForThatPersonAndServiceAlone() throws Exception {
		Consent given = consents.give("alice", WIKI, given(Set.of("mail", "uid")), YEAR, Optional.empty());
		assertThat(given.givenAt()).isEqualTo(Instant.parse("2026-11-20T12:00:00.123Z"));
		assertThat(given.expiresAt()).isEqualTo(Instant.parse("2027-11-20T12:00:00.123Z"));
		assertThat(consents.find("alice", WIKI)).contains(given);
		assertThat(consents.find("bob", WIKI)).isEmpty();
		assertThat(consents.find("alice", OTHER)).isEmpty();
	}

	@Test
	void whenGivenAgainThenTheLaterOneHolds() throws Exception {
		consents.give("alice", WIKI, given(Set.of("mail", "uid")), YEAR, Optional.empty());
		clock.advance(Duration.ofDays(1));
		Consent later = consents.give("alice", WIKI, given(Set.of()), YEAR, Optional.empty());
		assertThat(consents.find("alice", WIKI)).contains(later);
	}

	@Test
	void whenANewVersionIsAcceptedOnANodeWhoseClockIsBehindThenItReplacesTheOld() throws Exception {
		Acknowledgements acknowledgements = new Acknowledgements(new HeapConsentStore(clock, rows), sealing, clock);
		acknowledgements.give("alice", "terms", "lab", "1");
		clock.advance(Duration.ofMinutes(-1));
		acknowledgements.give("alice", "terms", "lab", "2");
		assertThat(acknowledgements.of("alice"))
			.containsExactly(new Acknowledgements.Acknowledgement("terms", "lab", "2"));
	}

	@Test
	void whenItEndsThenThereIsNone() throws Exception {
		consents.give("alice", WIKI, given(Set.of("mail")), Duration.ofHours(1), Optional.empty());
		clock.advance(Duration.ofHours(1).minusMillis(1));
		assertThat(consents.find("alice", WIKI)).isPresent();
		clock.advance(Duration.ofMillis(1));
		assertThat(consents.find("alice", WIKI)).isEmpty();
		assertThat(consents.revoke("alice", WIKI)).isFalse();
	}

	@Test
	void whenRevokedThenThereIsNone() throws Exception {
		consents.give("alice", WIKI, given(Set.of("mail")), YEAR, Optional.empty());
		assertThat(consents.revoke("alice", WIKI)).isTrue();
		assertThat(consents.revoke("alice", WIKI)).isFalse();
		assertThat(consents.find("alice", WIKI)).isEmpty();
	}

	@Test
	void whenListedThenPagesHoldEachOnce() throws Exception {
		for (int i = 0; i < 5; i++) {
			consents.give("alice", WIKI + i, given(Set.of("mail")), YEAR, Optional.empty());
		}
		consents.give("bob", WIKI, given(Set.of("mail")), YEAR, Optional.empty());
		Consents.Page first = consents.findByPrincipal("alice", "", 3);
		Consents.Page second = consents.findByPrincipal("alice", first.next().orElseThrow(), 3);
		assertThat(second.next()).isEmpty();
		assertThat(first.consents()).hasSize(3).doesNotContainAnyElementsOf(second.consents());
		assertThat(second.consents()).hasSize(2).allMatch(consent -> consent.principal().equals("alice"));
	}

	@Test
	void whenTheStoreIsReadThenItRevealsNothing() throws Exception {
		consents.give("alice-planted", WIKI, given(Set.of("planted-attribute")), YEAR, Optional.empty());
		StoredConsent row = rows.values().iterator().next();
		assertThat(row.principalHash()).matches("[0-9a-f]{64}");
		assertThat(row.serviceHash()).matches("[0-9a-f]{64}");
		assertThat(new String(row.state(), StandardCharsets.ISO_8859_1)).doesNotContain("planted", "wiki");
	}

	@Test
	void whenARowWasAlteredThenItIsNoConsent() throws Exception {
		consents.give("alice", WIKI, given(Set.of("mail")), YEAR, Optional.empty());
		Name name = rows.keySet().iterator().next();
		StoredConsent row = rows.values().iterator().next();
		consents.give("bob", WIKI, given(Set.of("mail", "uid")), YEAR, Optional.empty());
		StoredConsent other = rows.values().stream().filter(stored -> stored != row).findFirst().orElseThrow();
		for (StoredConsent altered : List.of(
				new StoredConsent(row.principalHash(), row.serviceHash(), row.givenAt(), row.expiresAt().plusSeconds(1),
						row.state()),
				new StoredConsent(row.principalHash(), row.serviceHash(), row.givenAt().plusSeconds(1), row.expiresAt(),
						row.state()),
				new StoredConsent(row.principalHash(), row.serviceHash(), row.givenAt(), row.expiresAt(),
						other.state()),
				other)) {
			rows.put(name, altered);
			assertThat(consents.find("alice", WIKI)).isEmpty();
		}
		rows.put(name, row);
		assertThat(consents.find("alice", WIKI)).isPresent();
	}

	@Test
	void whenItIsTooLargeThenNothingIsStored() {
		Set<String> many = IntStream.range(0, 10_000).mapToObj(i -> "attribute" + i).collect(Collectors.toSet());
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> consents.give("alice", WIKI, given(many), YEAR, Optional.empty()))
			.withMessageContaining("larger");
		assertThat(rows).isEmpty();
	}

	@Test
	void whenStoredByAnEarlierVersionThenItIsReadAndNoValueIsAgreedTo() throws Exception {
		record EarlierForm(String p, String e, List<String> a) {
		}
		consents.give("alice", WIKI, given(Set.of("mail")), YEAR, Optional.empty());
		Name name = rows.keySet().iterator().next();
		StoredConsent row = rows.values().iterator().next();
		rows.put(name,
				new StoredConsent(row.principalHash(), row.serviceHash(), row.givenAt(), row.expiresAt(),
						sealing.seal("consent",
								row.principalHash() + '/' + row.serviceHash() + '/' + row.givenAt().toEpochMilli() + '/'
										+ row.expiresAt().toEpochMilli(),
								new EarlierForm("alice", WIKI, List.of("mail")))));
		assertThat(consents.find("alice", WIKI).map(Consent::given))
			.contains(new Consent.Given(Set.of("mail"), Map.of(), Consent.Choice.IF_CHANGED, Set.of()));
	}

	private static Consent.Given given(Set<String> attributes) {
		return new Consent.Given(attributes, attributes.stream().collect(Collectors.toMap(id -> id, id -> "digest")),
				Consent.Choice.EACH_TIME, Set.of("denied"));
	}

}
