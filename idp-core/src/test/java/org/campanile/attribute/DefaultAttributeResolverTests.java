package org.campanile.attribute;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.attribute.AttributeSettings.CacheSettings;
import org.campanile.attribute.AttributeSettings.EntrySource;
import org.campanile.directory.DirectoryEntry;
import org.campanile.directory.DirectoryReader;
import org.campanile.directory.DirectoryUnavailableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DefaultAttributeResolverTests {

	private static final DirectoryEntry ALICE = Inputs.entry()
		.with("UID", "alice")
		.with("mail", "alice@example.edu")
		.with("eduPersonPrincipalName", "alice@example.edu", "alice@evil.example")
		.with("userPassword", "secret")
		.build();

	private static final DirectoryEntry RENAMED = Inputs.entry()
		.with("uid", "alice")
		.with("mail", "new@example.edu")
		.build();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T12:00:00Z"));

	private final AtomicInteger searches = new AtomicInteger();

	@Test
	void whenNothingIsConfiguredThenBuiltInAttributesOfTheEntryResolve() {
		ResolvedAttributes attributes = resolver(AttributeSettings.DEFAULTS, reader(ALICE)).resolve("alice", ALICE);
		assertThat(attributes.values()).containsOnlyKeys("principal", "uid", "mail");
		// No scope is configured, so none passes.
		assertThat(attributes.get("eduPersonPrincipalName")).isEmpty();
		assertThat(searches).hasValue(0);
	}

	@Test
	void whenScopesAreConfiguredThenScopedBuiltInsCarryThoseAlone() {
		assertThat(resolver(settings(EntrySource.LOGIN, null, Map.of()), reader(ALICE)).resolve("alice", ALICE)
			.get("eduPersonPrincipalName")).containsExactly(new AttributeValue.Scoped("alice", "example.edu"));
	}

	@Test
	void whenConstantsAreConfiguredThenTheyFillWhatTheDirectoryLacks() {
		Map<String, List<String>> constants = Map.of("schacHomeOrganization", List.of("example.edu"), "mail",
				List.of("nobody@example.edu"));
		ResolvedAttributes attributes = resolver(settings(EntrySource.LOGIN, null, constants), reader(ALICE))
			.resolve("alice", ALICE);
		assertThat(attributes.get("schacHomeOrganization")).containsExactly(new AttributeValue.Text("example.edu"));
		assertThat(attributes.get("mail")).containsExactly(new AttributeValue.Text("alice@example.edu"));
	}

	@Test
	void whenRefreshedWithoutCacheThenTheDirectoryIsAskedEachTime() throws Exception {
		DefaultAttributeResolver resolver = resolver(AttributeSettings.DEFAULTS, reader(ALICE));
		resolver.refresh("alice");
		assertThat(mail(resolver.refresh("alice"))).isEqualTo("alice@example.edu");
		assertThat(searches).hasValue(2);
	}

	@Test
	void whenThePersonIsGoneThenNothingResolves() throws Exception {
		assertThat(resolver(cached(), reader(null)).refresh("alice")).isEqualTo(ResolvedAttributes.NONE);
	}

	@Test
	void whenTheDirectoryIsDownThenRefreshSaysSo() {
		DefaultAttributeResolver resolver = resolver(AttributeSettings.DEFAULTS, DefaultAttributeResolverTests::down);
		assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> resolver.refresh("alice"));
	}

	@Test
	void whenCachedThenRefreshIsAnsweredFromTheCacheUntilItsTimeIsUp() throws Exception {
		DefaultAttributeResolver resolver = resolver(cached(), reader(ALICE));
		resolver.refresh("alice");
		resolver.refresh("alice");
		now.updateAndGet(at -> at.plus(Duration.ofMinutes(5).minusMillis(1)));
		resolver.refresh("alice");
		assertThat(searches).hasValue(1);
		assertThat(meters.get("cache.gets").tag("cache", "attributes").tag("result", "hit").functionCounter().count())
			.isEqualTo(2);
		assertThat(meters.get("cache.gets").tag("cache", "attributes").tag("result", "miss").functionCounter().count())
			.isEqualTo(1);
		now.updateAndGet(at -> at.plusMillis(1));
		resolver.refresh("alice");
		assertThat(searches).hasValue(2);
	}

	@Test
	void whenThePersonSignsInThenTheCacheHoldsTheFreshValues() throws Exception {
		DefaultAttributeResolver resolver = resolver(cached(), reader(ALICE));
		resolver.refresh("alice");
		resolver.resolve("alice", RENAMED);
		assertThat(mail(resolver.refresh("alice"))).isEqualTo("new@example.edu");
		resolver.forget("alice");
		assertThat(mail(resolver.refresh("alice"))).isEqualTo("alice@example.edu");
	}

	@Test
	void whenOwnSearchIsConfiguredThenLoginReadsWhatTheServerSees() {
		assertThat(mail(
				resolver(settings(EntrySource.OWN_SEARCH, null, Map.of()), reader(RENAMED)).resolve("alice", ALICE)))
			.isEqualTo("new@example.edu");
	}

	@Test
	void whenOwnSearchFailsThenTheLoginsEntryServesAndIsNotCached() throws Exception {
		AtomicReference<DirectoryReader> directory = new AtomicReference<>(DefaultAttributeResolverTests::down);
		DefaultAttributeResolver resolver = resolver(
				settings(EntrySource.OWN_SEARCH, new CacheSettings(10, Duration.ofMinutes(5)), Map.of()),
				principal -> directory.get().read(principal));
		assertThat(mail(resolver.resolve("alice", ALICE))).isEqualTo("alice@example.edu");
		directory.set(reader(RENAMED));
		assertThat(mail(resolver.refresh("alice"))).isEqualTo("new@example.edu");
	}

	@Test
	void whenAFurtherConnectorFailsThenTheLoginGoesOnWithoutIt() {
		AttributeConnector groups = connector(principal -> {
			throw new DirectoryUnavailableException("no answer in 3 s");
		});
		assertThat(mail(resolver(AttributeSettings.DEFAULTS, reader(ALICE), groups).resolve("alice", ALICE)))
			.isEqualTo("alice@example.edu");
	}

	@Test
	void whenAFurtherConnectorAnswersThenItAddsWhatTheEntryLacks() {
		AttributeConnector groups = connector(principal -> name -> List.of("x".getBytes(StandardCharsets.UTF_8)));
		ResolvedAttributes attributes = resolver(AttributeSettings.DEFAULTS, reader(ALICE), groups).resolve("alice",
				ALICE);
		assertThat(mail(attributes)).isEqualTo("alice@example.edu");
		assertThat(attributes.get("isMemberOf")).containsExactly(new AttributeValue.Text("x"));
	}

	private DefaultAttributeResolver resolver(AttributeSettings settings, DirectoryReader directory,
			AttributeConnector... further) {
		return new DefaultAttributeResolver(settings, directory, List.of(further), now::get, meters);
	}

	private static AttributeSettings cached() {
		return settings(EntrySource.LOGIN, new CacheSettings(10, Duration.ofMinutes(5)), Map.of());
	}

	private static AttributeSettings settings(EntrySource source, @Nullable CacheSettings cache,
			Map<String, List<String>> constants) {
		return new AttributeSettings(List.of(), true, List.of("example.edu"), constants, source,
				Optional.ofNullable(cache));
	}

	private DirectoryReader reader(@Nullable DirectoryEntry entry) {
		return principal -> {
			searches.incrementAndGet();
			return Optional.ofNullable(entry);
		};
	}

	private static Optional<DirectoryEntry> down(String principal) throws DirectoryUnavailableException {
		throw new DirectoryUnavailableException("connection refused");
	}

	private static String mail(ResolvedAttributes attributes) {
		return attributes.get("mail").get(0).text();
	}

	private static AttributeConnector connector(Reading reading) {
		return new AttributeConnector() {

			@Override
			public String name() {
				return "groups";
			}

			@Override
			public SourceAttributes read(String principal, DirectoryEntry entry) throws DirectoryUnavailableException {
				return reading.read(principal);
			}

		};
	}

	private interface Reading {

		SourceAttributes read(String principal) throws DirectoryUnavailableException;

	}

}
