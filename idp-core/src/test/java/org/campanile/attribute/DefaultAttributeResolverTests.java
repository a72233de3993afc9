package org.campanile.attribute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.attribute.AttributeResolver.Resolved;
import org.campanile.attribute.AttributeSettings.CacheSettings;
import org.campanile.attribute.AttributeSettings.EntrySource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DefaultAttributeResolverTests {

	private static final SourceValues ALICE = Inputs.entry()
		.with("UID", "alice")
		.with("mail", "alice@example.edu")
		.with("eduPersonPrincipalName", "alice@example.edu", "alice@evil.example")
		.with("userPassword", "secret")
		.build();

	private static final SourceValues RENAMED = Inputs.entry()
		.with("uid", "alice")
		.with("mail", "new@example.edu")
		.build();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T12:00:00Z"));

	private final AtomicInteger searches = new AtomicInteger();

	@Test
	void whenNothingIsConfiguredThenBuiltInAttributesOfTheEntryResolve() throws Exception {
		ResolvedAttributes attributes = resolver(AttributeSettings.DEFAULTS, reader(ALICE)).resolve("alice", ALICE)
			.attributes();
		assertThat(attributes.values()).containsOnlyKeys("principal", "uid", "mail");
		// No scope is configured, so no scoped value is accepted.
		assertThat(attributes.get("eduPersonPrincipalName")).isEmpty();
		assertThat(searches).hasValue(0);
	}

	@Test
	void whenScopesAreConfiguredThenScopedBuiltInsCarryThoseAlone() throws Exception {
		assertThat(resolver(settings(EntrySource.LOGIN, null, Map.of()), reader(ALICE)).resolve("alice", ALICE)
			.attributes()
			.get("eduPersonPrincipalName")).containsExactly(new AttributeValue.Scoped("alice", "example.edu"));
	}

	@Test
	void whenConstantsAreConfiguredThenTheyFillWhatTheDirectoryLacks() throws Exception {
		Map<String, List<String>> constants = Map.of("schacHomeOrganization", List.of("example.edu"), "mail",
				List.of("nobody@example.edu"));
		ResolvedAttributes attributes = resolver(settings(EntrySource.LOGIN, null, constants), reader(ALICE))
			.resolve("alice", ALICE)
			.attributes();
		assertThat(attributes.get("schacHomeOrganization")).containsExactly(new AttributeValue.Text("example.edu"));
		assertThat(attributes.get("mail")).containsExactly(new AttributeValue.Text("alice@example.edu"));
	}

	@Test
	void whenRefreshedWithoutCacheThenTheDirectoryIsAskedEachTime() throws Exception {
		DefaultAttributeResolver resolver = resolver(AttributeSettings.DEFAULTS, reader(ALICE));
		resolver.refresh("alice", ResolvedAttributes.NONE);
		assertThat(mail(resolver.refresh("alice", ResolvedAttributes.NONE))).isEqualTo("alice@example.edu");
		assertThat(searches).hasValue(2);
	}

	@Test
	void whenThePersonIsGoneThenNothingResolves() throws Exception {
		assertThat(resolver(cached(), reader(null)).refresh("alice", ResolvedAttributes.NONE))
			.isEqualTo(AttributeResolver.Resolved.NONE);
	}

	@Test
	void whenTheDirectoryIsDownThenRefreshSaysSo() {
		DefaultAttributeResolver resolver = resolver(AttributeSettings.DEFAULTS, DefaultAttributeResolverTests::down);
		assertThatExceptionOfType(SourceUnavailableException.class)
			.isThrownBy(() -> resolver.refresh("alice", ResolvedAttributes.NONE));
	}

	@Test
	void whenCachedThenRefreshIsAnsweredFromTheCacheUntilItsTimeIsUp() throws Exception {
		DefaultAttributeResolver resolver = resolver(cached(), reader(ALICE));
		resolver.refresh("alice", ResolvedAttributes.NONE);
		resolver.refresh("alice", ResolvedAttributes.NONE);
		now.updateAndGet(at -> at.plus(Duration.ofMinutes(5).minusMillis(1)));
		resolver.refresh("alice", ResolvedAttributes.NONE);
		assertThat(searches).hasValue(1);
		assertThat(meters.get("cache.gets").tag("cache", "attributes").tag("result", "hit").functionCounter().count())
			.isEqualTo(2);
		assertThat(meters.get("cache.gets").tag("cache", "attributes").tag("result", "miss").functionCounter().count())
			.isEqualTo(1);
		now.updateAndGet(at -> at.plusMillis(1));
		resolver.refresh("alice", ResolvedAttributes.NONE);
		assertThat(searches).hasValue(2);
	}

	@Test
	void whenThePersonSignsInThenTheCacheHoldsTheFreshValues() throws Exception {
		DefaultAttributeResolver resolver = resolver(cached(), reader(ALICE));
		resolver.refresh("alice", ResolvedAttributes.NONE);
		resolver.resolve("alice", RENAMED);
		assertThat(mail(resolver.refresh("alice", ResolvedAttributes.NONE))).isEqualTo("new@example.edu");
	}

	@Test
	void whenOwnSearchIsConfiguredThenLoginReadsWhatTheServerSees() throws Exception {
		assertThat(mail(
				resolver(settings(EntrySource.OWN_SEARCH, null, Map.of()), reader(RENAMED)).resolve("alice", ALICE)))
			.isEqualTo("new@example.edu");
	}

	@Test
	void whenOwnSearchFailsThenTheLoginsEntryServesAndIsNotCached() throws Exception {
		AtomicReference<UserReader> directory = new AtomicReference<>(DefaultAttributeResolverTests::down);
		DefaultAttributeResolver resolver = resolver(
				settings(EntrySource.OWN_SEARCH, new CacheSettings(10, Duration.ofMinutes(5)), Map.of()),
				principal -> directory.get().read(principal));
		assertThat(mail(resolver.resolve("alice", ALICE))).isEqualTo("alice@example.edu");
		directory.set(reader(RENAMED));
		assertThat(mail(resolver.refresh("alice", ResolvedAttributes.NONE))).isEqualTo("new@example.edu");
	}

	@Test
	void whenAFurtherSourceFailsThenTheLoginGoesOnWithoutIt() throws Exception {
		ScriptedSource groups = new ScriptedSource("groups", "isMemberOf").failing("no answer in 3 s");
		assertThat(mail(resolver(AttributeSettings.DEFAULTS, reader(ALICE), groups).resolve("alice", ALICE)))
			.isEqualTo("alice@example.edu");
	}

	@Test
	void whenAFurtherSourceAnswersThenItAddsWhatTheEntryLacks() throws Exception {
		ScriptedSource groups = new ScriptedSource("groups", "isMemberOf", "mail").saying("isMemberOf", "x")
			.saying("mail", "x");
		Resolved resolved = resolver(AttributeSettings.DEFAULTS, reader(ALICE), groups).resolve("alice", ALICE);
		assertThat(mail(resolved)).isEqualTo("alice@example.edu");
		assertThat(resolved.attributes().get("isMemberOf")).containsExactly(new AttributeValue.Text("x"));
	}

	private DefaultAttributeResolver resolver(AttributeSettings settings, UserReader directory,
			AttributeSource... further) {
		SourceSettings lax = new SourceSettings(SourceSettings.OnFailure.OMIT, Duration.ofSeconds(2), 32,
				Optional.empty());
		return new DefaultAttributeResolver(settings, directory,
				new AttributeSources(
						Stream.of(further).map(source -> new GuardedSource(source, lax, now::get, meters)).toList()),
				DecidingAttributes.NONE, now::get, meters);
	}

	private static AttributeSettings cached() {
		return settings(EntrySource.LOGIN, new CacheSettings(10, Duration.ofMinutes(5)), Map.of());
	}

	private static AttributeSettings settings(EntrySource source, @Nullable CacheSettings cache,
			Map<String, List<String>> constants) {
		return new AttributeSettings(List.of(), true, List.of("example.edu"), constants, source,
				Optional.ofNullable(cache), Map.of());
	}

	private UserReader reader(@Nullable SourceValues entry) {
		return principal -> {
			searches.incrementAndGet();
			return Optional.ofNullable(entry);
		};
	}

	private static Optional<? extends SourceValues> down(String principal) throws SourceUnavailableException {
		throw new SourceUnavailableException("ldap", "connection refused");
	}

	private static String mail(Resolved resolved) {
		return resolved.attributes().get("mail").get(0).text();
	}

}
