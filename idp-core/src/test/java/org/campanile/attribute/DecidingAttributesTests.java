package org.campanile.attribute;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.attribute.AttributeSettings.CacheSettings;
import org.campanile.attribute.AttributeSettings.EntrySource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that a login does not go on without attributes that decide on access, as the
 * rules that read them would then not apply.
 */
class DecidingAttributesTests {

	private static final String UNKNOWN = ", which decides on access, terms of use or identifiers, is not known: ";

	private static final String GROUP = "cn=blocked,dc=example,dc=edu";

	/** Together with the principal, all that a session can hold. */
	private static final String FILLING = "x".repeat(49_152 - "alice".length());

	private static final SourceValues FILLED = Inputs.entry()
		.with("postalAddress", FILLING)
		.with("memberOf", GROUP)
		.build();

	private static final SourceValues TOO_LARGE = Inputs.entry().with("memberOf", FILLING + "x").build();

	/** The form in which Active Directory returns many values. */
	private static final SourceValues PARTIAL = Inputs.entry()
		.with("memberOf")
		.with("memberOf;Range=0-1499", GROUP)
		.build();

	private Set<String> deciding = Set.of();

	/** How often the directory was read after the login. */
	private int reads;

	private final ScriptedSource source = new ScriptedSource("groups", "memberOf");

	private Map<String, SourceRule> rules = Map.of();

	@Test
	void whenNoRuleReadsAnAttributeThenTheOrderOfDefinitionsIsThatOfAdmission() throws Exception {
		ResolvedAttributes attributes = resolver(FILLED).resolve("alice", FILLED).attributes();
		assertThat(attributes.values()).containsOnlyKeys("principal", "postalAddress");
	}

	@Test
	void whenOtherAttributesWouldFillASessionThenThoseThatDecideComeFirst() throws Exception {
		deciding = Set.of("groups");
		ResolvedAttributes attributes = resolver(FILLED).resolve("alice", FILLED).attributes();
		assertThat(attributes.values().keySet()).as("in the order of the definitions")
			.containsExactly("principal", "groups", "role");
		assertThat(attributes.get("groups")).containsExactly(new AttributeValue.Text(GROUP));
	}

	@Test
	void whenOneThatDecidesDoesNotFitThenNeitherALoginNorARefreshGoesOn() {
		deciding = Set.of("groups");
		assertRefused(TOO_LARGE, "attribute groups" + UNKNOWN
				+ "its 49148 bytes would take the person's attributes past 49152; pick values with type regex or mapped");
	}

	@Test
	void whenADirectoryGivesAPartOfTheValuesThenNothingGoesOnThatIsDecidedByThem() {
		String reason = "the directory entry gave only a part of the values of memberOf; raise MaxValRange in the LDAP "
				+ "policies of Active Directory, or read them from a source with several-entries";
		deciding = Set.of("groups");
		assertRefused(PARTIAL, "attribute groups" + UNKNOWN + reason);
		deciding = Set.of("role");
		assertRefused(PARTIAL, "attribute role" + UNKNOWN + reason);
	}

	@Test
	void whenALaterSourceHasTheValuesThenTheyAreKnown() throws Exception {
		deciding = Set.of("groups", "role");
		source.saying("memberOf", GROUP, "cn=staff");
		DefaultAttributeResolver resolver = resolver(PARTIAL);
		ResolvedAttributes attributes = resolver.resolve("alice", PARTIAL).attributes();
		assertThat(attributes.get("groups")).extracting(AttributeValue::text).containsExactly(GROUP, "cn=staff");
		assertThat(attributes.get("role")).isEqualTo(attributes.get("groups"));
		assertThat(resolver.refresh("alice", ResolvedAttributes.NONE).attributes()).isEqualTo(attributes);
		assertThat(resolver.explain("alice", PARTIAL).unknown()).isEmpty();
	}

	@Test
	void whenValuesOfAllSourcesCountThenNoneMayBePartial() {
		deciding = Set.of("groups");
		rules = Map.of("groups", new SourceRule(List.of(), SourceRule.Merge.ALL));
		source.saying("memberOf", "cn=staff");
		assertThatExceptionOfType(UnusableAnswerException.class)
			.isThrownBy(() -> resolver(PARTIAL).resolve("alice", PARTIAL))
			.withMessageContaining("the directory entry gave only a part of the values of memberOf");
	}

	@Test
	void whenWhatIsNotKnownDecidesNothingThenItIsMissingAndExplained() throws Exception {
		deciding = Set.of("mail");
		for (SourceValues entry : List.of(TOO_LARGE, PARTIAL)) {
			assertThat(resolver(entry).resolve("alice", entry).attributes().values()).containsOnlyKeys("principal");
			DefaultAttributeResolver.Explained explained = resolver(entry).explain("alice", entry);
			assertThat(explained.unknown()).isEmpty();
			assertThat(explained.derivations()).filteredOn(derivation -> derivation.id().equals("groups"))
				.flatExtracting(Derivation::leftOut)
				.hasSize(1);
		}
	}

	@Test
	void whenWhatIsNotKnownDecidesNothingThenTheUserIsCachedWithoutIt() throws Exception {
		DefaultAttributeResolver resolver = resolver(TOO_LARGE);
		ResolvedAttributes attributes = resolver.resolve("alice", TOO_LARGE).attributes();
		assertThat(resolver.refresh("alice", ResolvedAttributes.NONE).attributes()).isEqualTo(attributes);
		assertThat(reads).isZero();
	}

	@Test
	void whenRulesReadWhatWasNotKnownThenTheCacheDoesNotAnswer() throws Exception {
		DefaultAttributeResolver resolver = resolver(FILLED);
		assertThat(resolver.resolve("alice", FILLED).attributes().get("groups")).isEmpty();
		deciding = Set.of("groups");
		assertThat(resolver.refresh("alice", ResolvedAttributes.NONE).attributes().get("groups")).hasSize(1);
		deciding = Set.of();
		assertThat(resolver.refresh("alice", ResolvedAttributes.NONE).attributes().get("postalAddress")).hasSize(1);
		DefaultAttributeResolver never = resolver(TOO_LARGE);
		never.resolve("alice", TOO_LARGE);
		deciding = Set.of("groups");
		assertThatExceptionOfType(UnusableAnswerException.class)
			.isThrownBy(() -> never.refresh("alice", ResolvedAttributes.NONE));
	}

	private void assertRefused(SourceValues entry, String reason) {
		DefaultAttributeResolver resolver = resolver(entry);
		assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> resolver.resolve("alice", entry))
			.withMessage(reason);
		assertThatExceptionOfType(UnusableAnswerException.class)
			.isThrownBy(() -> resolver.refresh("alice", ResolvedAttributes.NONE))
			.withMessage(reason);
		assertThat(resolver.explain("alice", entry).unknown()).contains(reason);
	}

	private DefaultAttributeResolver resolver(SourceValues entry) {
		AttributeSettings settings = new AttributeSettings(
				List.of(new SimpleDefinition("groups", "memberOf"), new SimpleDefinition("role", "groups")), true,
				List.of(), Map.of(), EntrySource.LOGIN, Optional.of(new CacheSettings(10, Duration.ofMinutes(5))),
				rules);
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		SourceSettings lax = new SourceSettings(SourceSettings.OnFailure.OMIT, Duration.ofSeconds(30), 8,
				Optional.empty());
		AttributeSources sources = new AttributeSources(
				List.of(new GuardedSource(source, lax, InstantSource.system(), meters)));
		UserReader users = principal -> {
			reads++;
			return Optional.of(entry);
		};
		return new DefaultAttributeResolver(settings, users, sources, () -> deciding, InstantSource.system(), meters);
	}

}
