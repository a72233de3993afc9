package org.campanile.attribute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.time.Duration;
import java.time.InstantSource;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.attribute.AttributeResolver.Resolved;
import org.campanile.attribute.AttributeSettings.CacheSettings;
import org.campanile.attribute.AttributeSettings.EntrySource;
import org.campanile.attribute.SourceRule.Merge;
import org.campanile.attribute.SourceSettings.OnFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which source takes precedence, and which attributes are left if a source is down.
 */
@Timeout(60)
class MergedSourcesTests {

	private static final SourceValues ENTRY = Inputs.entry().with("mail", "ldap").with("uid", "alice").build();

	private final ScriptedSource hr = new ScriptedSource("hr", "mail", "phone").saying("mail", "hr", "both")
		.saying("phone", "hr-phone");

	private final ScriptedSource crm = new ScriptedSource("crm", "mail", "phone", "room").saying("mail", "crm", "both")
		.saying("phone", "crm-phone")
		.saying("room", "crm-room");

	private final Map<String, SourceRule> rules = new HashMap<>();

	private boolean builtIn;

	private OnFailure hrOnFailure = OnFailure.OMIT;

	private Set<String> deciding = Set.of();

	private Set<String> identifying = Set.of();

	private Optional<CacheSettings> cache = Optional.empty();

	@Test
	void whenNoRuleIsGivenThenTheEntryWinsThenSourcesInOrderThenConstants() throws Exception {
		assertThat(login("mail")).containsExactly("ldap");
		assertThat(login("phone")).containsExactly("hr-phone");
		assertThat(login("room")).containsExactly("crm-room");
		assertThat(login("o")).containsExactly("constant");
	}

	@Test
	void whenARuleNamesSourcesThenTheFirstOfThemThatHasAValueWins() throws Exception {
		rules.put("mail", new SourceRule(List.of("crm", "hr", "ldap"), Merge.FIRST));
		rules.put("phone", new SourceRule(List.of("crm"), Merge.FIRST));
		rules.put("room", new SourceRule(List.of("hr", "crm"), Merge.FIRST));
		assertThat(login("mail")).containsExactly("crm", "both");
		assertThat(login("phone")).containsExactly("crm-phone");
		assertThat(login("room")).containsExactly("crm-room");
	}

	@Test
	void whenAllAreMergedThenEachValueCountsOnceInOrder() throws Exception {
		rules.put("mail", new SourceRule(List.of("hr", "ldap", "crm"), Merge.ALL));
		assertThat(login("mail")).containsExactly("hr", "both", "ldap", "crm");
	}

	@Test
	void whenNobodyNamedHasAValueThenAConstantFillsIn() throws Exception {
		rules.put("o", new SourceRule(List.of("hr"), Merge.ALL));
		assertThat(login("o")).containsExactly("constant");
	}

	@Test
	void whenADefinitionWithARuleNamesABuiltInAttributeThenItsSourcesAreRead() throws Exception {
		builtIn = true;
		rules.put("isMemberOf", new SourceRule(List.of("crm"), Merge.FIRST));
		rules.put("o", new SourceRule(List.of("hr", "ldap"), Merge.ALL));
		rules.put("card", new SourceRule(List.of("crm"), Merge.FIRST));
		DefaultAttributeResolver resolver = resolver(new SimpleDefinition("isMemberOf", "mail"),
				new SimpleDefinition("o", "mail"), new TemplateDefinition("card", "{principal} {room}"));
		Resolved resolved = resolver.resolve("alice", ENTRY);
		assertThat(texts(resolved, "isMemberOf")).containsExactly("crm", "both");
		assertThat(texts(resolved, "o")).containsExactly("hr", "both", "ldap");
		assertThat(texts(resolved, "card")).as("the principal is of no source").containsExactly("alice crm-room");
		assertThat(texts(resolved, "mail")).as("the built-in one itself").containsExactly("ldap");
		assertThat(resolver.explain("alice", ENTRY).derivations())
			.filteredOn(derivation -> derivation.id().equals("isMemberOf"))
			.flatExtracting(Derivation::sources)
			.containsExactly(new Derivation.Source("mail", "crm", true, List.of(), Map.of()));
	}

	@Test
	void whenADefinitionWithoutARuleNamesABuiltInAttributeThenItIsACopyOfIt() throws Exception {
		builtIn = true;
		Resolved resolved = resolver(new SimpleDefinition("isMemberOf", "mail"), new SimpleDefinition("o", "uid"))
			.resolve("alice", ENTRY);
		assertThat(texts(resolved, "isMemberOf")).containsExactly("ldap").isEqualTo(texts(resolved, "mail"));
		assertThat(texts(resolved, "o")).containsExactly("alice").isEqualTo(texts(resolved, "uid"));
	}

	@Test
	void whenADefinitionWithARuleNamesAConfiguredOneThenThatIsRead() throws Exception {
		rules.put("card", new SourceRule(List.of("crm"), Merge.FIRST));
		rules.put("phone", new SourceRule(List.of("hr"), Merge.FIRST));
		assertThat(
				texts(resolver(new SimpleDefinition("phone", "phone"), new TemplateDefinition("card", "{phone} {room}"))
					.resolve("alice", ENTRY), "card"))
			.containsExactly("hr-phone crm-room");
	}

	@Test
	void whenTheEntryHasAllThatIsWantedThenNobodyIsAsked() throws Exception {
		login("mail");
		assertThat(hr.queries).isEmpty();
		assertThat(crm.queries).isEmpty();
	}

	@Test
	void whenSeveralAreAskedThenAtTheSameTime() throws Exception {
		CountDownLatch both = new CountDownLatch(2);
		hr.meeting(both);
		crm.meeting(both);
		rules.put("mail", new SourceRule(List.of("hr", "crm"), Merge.ALL));
		assertThat(login("mail")).contains("hr", "crm");
	}

	@Test
	void whenASourceThatMayBeOmittedIsDownThenTheNextOneServesAndThatIsSaid() throws Exception {
		hr.failing("down");
		Resolved resolved = resolve("phone");
		assertThat(texts(resolved, "phone")).containsExactly("crm-phone");
		assertThat(resolved.unavailable()).containsExactly("hr");
	}

	@Test
	void whenASourceOfAnIdentifierIsDownThenNoLoginGoesOnWithTheNextOneOrNone() throws Exception {
		hr.failing("down");
		for (String identifier : List.of("phone", "card")) {
			identifying = Set.of(identifier);
			DefaultAttributeResolver resolver = resolver(new SimpleDefinition("phone", "phone"),
					new TemplateDefinition("card", "{phone}!"));
			String reason = "attribute " + identifier + ", which decides on access, terms of use or identifiers, "
					+ "is not known: source hr gave no usable answer: down";
			assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> resolver.resolve("alice", ENTRY))
				.withMessage(reason);
			DefaultAttributeResolver.Explained explained = resolver.explain("alice", ENTRY);
			assertThat(explained.unknown()).contains(reason);
			assertThat(explained.attributes().get(identifier)).isEmpty();
			assertThat(texts(resolver.lookUp("alice"), "phone")).as("no login").containsExactly("crm-phone");
		}
		rules.put("phone", new SourceRule(List.of("hr"), Merge.FIRST));
		identifying = Set.of("phone");
		assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> resolve("phone"));
	}

	@Test
	void whenASourceOfAnIdentifierIsDownThenASessionKeepsTheOlderOneOrNone() throws Exception {
		hr.failing("down");
		identifying = Set.of("phone", "card");
		Resolved resolved = resolver(new SimpleDefinition("phone", "phone"), new TemplateDefinition("card", "{phone}!"))
			.refresh("alice", new ResolvedAttributes(Map.of("principal", texts("alice"), "card", texts("older"))));
		assertThat(texts(resolved, "phone")).isEmpty();
		assertThat(texts(resolved, "card")).containsExactly("older");
	}

	@Test
	void whenAnEarlierSourceHasTheIdentifierThenALaterOneMayBeDown() throws Exception {
		identifying = Set.of("phone");
		hr.failing("down");
		rules.put("phone", new SourceRule(List.of("crm", "hr"), Merge.FIRST));
		assertThat(login("phone")).containsExactly("crm-phone");
	}

	@Test
	void whenASourceThatIsNotToBeOmittedIsDownThenTheLoginIsRefused() {
		hrOnFailure = OnFailure.REFUSE;
		hr.failing("down");
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> resolve("phone"))
			.satisfies(ex -> assertThat(ex.source()).isEqualTo("hr"));
	}

	@Test
	void whenAnAnswerCannotBeUsedThenTheLoginGoesAsIfThereWereNone() throws Exception {
		hr.answering("more than 1000 rows");
		assertThat(resolve("phone").unavailable()).containsExactly("hr");
		hrOnFailure = OnFailure.REFUSE;
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> resolve("phone"))
			.satisfies(ex -> assertThat(ex.source()).isEqualTo("hr"));
	}

	@Test
	void whenASourceIsDownAtARefreshThenItsOlderValuesStayAndTheOthersAreNew() throws Exception {
		hrOnFailure = OnFailure.REFUSE;
		hr.failing("down");
		ResolvedAttributes older = new ResolvedAttributes(Map.of("phone", texts("older"), "room", texts("older"),
				"card", texts("older"), "mail", texts("older")));
		Resolved resolved = resolver(new SimpleDefinition("phone", "phone"), new SimpleDefinition("room", "room"),
				new TemplateDefinition("card", "{phone}!"), new SimpleDefinition("mail", "mail"))
			.refresh("alice", older);
		assertThat(texts(resolved, "phone")).containsExactly("older");
		assertThat(texts(resolved, "card")).as("made of another that is older").containsExactly("older");
		assertThat(texts(resolved, "room")).containsExactly("crm-room");
		assertThat(texts(resolved, "mail")).containsExactly("ldap");
		assertThat(resolved.unavailable()).containsExactly("hr");
	}

	@Test
	void whenASourceWasDownThenNothingIsCachedOfTheResolution() throws Exception {
		cache = Optional.of(new CacheSettings(10, Duration.ofMinutes(5)));
		DefaultAttributeResolver resolver = resolver(new SimpleDefinition("phone", "phone"));
		hr.failing("down");
		resolver.resolve("alice", ENTRY);
		hr.failing(null);
		assertThat(texts(resolver.refresh("alice", ResolvedAttributes.NONE), "phone")).containsExactly("hr-phone");
	}

	@Test
	void whenExplainedThenEveryValueHasItsSourceAndSilentOnesAreNamed() {
		rules.put("mail", new SourceRule(List.of("ldap", "crm"), Merge.ALL));
		hr.failing("down");
		hrOnFailure = OnFailure.REFUSE;
		DefaultAttributeResolver.Explained explained = resolver(new SimpleDefinition("mail", "mail"),
				new SimpleDefinition("phone", "phone"), new SimpleDefinition("o", "o"))
			.explain("alice", ENTRY);
		assertThat(explained.derivations()).filteredOn(derivation -> !derivation.builtIn())
			.flatExtracting(Derivation::sources)
			.containsExactly(new Derivation.Source("mail", "directory entry, crm", true, List.of(), Map.of()),
					new Derivation.Source("phone", "crm", true, List.of("hr"), Map.of()),
					new Derivation.Source("o", "constants", true, List.of(), Map.of()));
		assertThat(explained.silent())
			.containsExactly(new DefaultAttributeResolver.Explained.Silent("hr", "down", true));
	}

	@Test
	void whenAUserHasNotWhatASourceNeedsThenTheExplanationSaysThatItWasNotAsked() {
		hr.needing("username", "employeeNumber");
		crm.needing("uid", "mail", "cn", "sn");
		SourceValues entry = Inputs.entry().with("uid", "alice").with("mail", "a", "b").with("sn", "x\u0000").build();
		DefaultAttributeResolver.Explained explained = resolver(new SimpleDefinition("phone", "phone")).explain("alice",
				entry);
		Map<String, String> reasons = Map.of("hr", "the user has no employeeNumber", "crm",
				"the user has no cn, several values of mail, no plain text as sn");
		assertThat(explained.derivations()).filteredOn(derivation -> !derivation.builtIn())
			.flatExtracting(Derivation::sources)
			.containsExactly(new Derivation.Source("phone", "", false, List.of(), reasons));
		assertThat(explained.notAsked()).isEqualTo(reasons);
		assertThat(explained.silent()).isEmpty();
		assertThat(hr.queries).isEmpty();
	}

	@Test
	void whenAParameterOfASourceThatIsNotToBeOmittedIsAmbiguousThenWhatDecidesIsNotKnown() throws Exception {
		hr.needing("username", "employeeNumber");
		hrOnFailure = OnFailure.REFUSE;
		deciding = Set.of("card");
		for (String[] numbers : new String[][] { { "1", "2" }, { "1\u0000" } }) {
			SourceValues entry = Inputs.entry().with("employeeNumber", numbers).build();
			DefaultAttributeResolver resolver = resolver(new SimpleDefinition("phone", "phone"),
					new TemplateDefinition("card", "{phone}!"));
			assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> resolver.resolve("alice", entry))
				.withMessageStartingWith("attribute card, ")
				.withMessageContaining("source hr has no answer, because the user has ")
				.withMessageContaining("employeeNumber")
				.withMessageEndingWith("; give the user one value of each parameter");
			assertThat(resolver.explain("alice", entry).unknown()).isPresent();
		}
		assertThat(hr.queries).isEmpty();
	}

	@Test
	void whenAParameterIsAmbiguousButNothingDependsOnItThenTheLoginGoesOn() throws Exception {
		hr.needing("username", "employeeNumber");
		SourceValues several = Inputs.entry().with("employeeNumber", "1", "2").build();
		deciding = Set.of("phone");
		assertThat(phone(several)).as("a source that may be omitted").containsExactly("crm-phone");
		hrOnFailure = OnFailure.REFUSE;
		assertThat(phone(ENTRY)).as("a user without any value").containsExactly("crm-phone");
		rules.put("phone", new SourceRule(List.of("crm", "hr"), Merge.FIRST));
		assertThat(phone(several)).as("an earlier source has a value").containsExactly("crm-phone");
		rules.clear();
		deciding = Set.of("mail");
		assertThat(phone(several)).as("no rule reads it").containsExactly("crm-phone");
	}

	@Test
	void whenASourceThatIsNotToBeOmittedCannotProcessAValueThenWhatDecidesIsNotKnown() {
		hr.unfit("a value does not fit");
		hrOnFailure = OnFailure.REFUSE;
		deciding = Set.of("card");
		DefaultAttributeResolver resolver = resolver(new SimpleDefinition("phone", "phone"),
				new TemplateDefinition("card", "{phone}!"));
		assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> resolver.resolve("alice", ENTRY))
			.withMessageStartingWith("attribute card, ")
			.withMessageEndingWith("source hr has no answer, because a value does not fit");
		assertThatExceptionOfType(UnusableAnswerException.class)
			.isThrownBy(() -> resolver.refresh("alice", ResolvedAttributes.NONE));
		DefaultAttributeResolver.Explained explained = resolver.explain("alice", ENTRY);
		assertThat(explained.unknown()).isPresent();
		assertThat(explained.notAsked()).isEqualTo(Map.of("hr", "a value does not fit"));
		assertThat(explained.silent()).isEmpty();
	}

	@Test
	void whenASourceCannotProcessAValueButNothingDependsOnItThenTheLoginGoesOnAndIsCached() throws Exception {
		hrOnFailure = OnFailure.REFUSE;
		deciding = Set.of("mail");
		goesOnWithoutHr();
	}

	@Test
	void whenASourceThatMayBeOmittedCannotProcessAValueThenTheLoginGoesOnQuietlyAndIsCached() throws Exception {
		deciding = Set.of("phone");
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		Logger logger = (Logger) LoggerFactory.getLogger(AttributeSources.class.getPackageName());
		log.start();
		logger.addAppender(log);
		try {
			goesOnWithoutHr();
		}
		finally {
			logger.detachAppender(log);
		}
		assertThat(log.list).filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
			.extracting(ILoggingEvent::getFormattedMessage)
			.noneMatch(line -> line.contains("unfit-user"));
	}

	private void goesOnWithoutHr() throws SourceUnavailableException {
		cache = Optional.of(new CacheSettings(10, Duration.ofMinutes(5)));
		hr.unfit("a value does not fit");
		ResolvedAttributes older = new ResolvedAttributes(Map.of("phone", texts("older")));
		Resolved refreshed = resolver(new SimpleDefinition("phone", "phone")).refresh("unfit-user", older);
		assertThat(texts(refreshed, "phone")).as("no older value").containsExactly("crm-phone");
		assertThat(refreshed.unavailable()).isEmpty();
		DefaultAttributeResolver resolver = resolver(new SimpleDefinition("phone", "phone"));
		Resolved resolved = resolver.resolve("unfit-user", ENTRY);
		assertThat(texts(resolved, "phone")).containsExactly("crm-phone");
		assertThat(resolved.unavailable()).isEmpty();
		assertThat(hr.queries).hasSize(2);
		assertThat(texts(resolver.refresh("unfit-user", older), "phone")).containsExactly("crm-phone");
		assertThat(hr.queries).as("cached").hasSize(2);
	}

	private List<String> phone(SourceValues entry) throws SourceUnavailableException {
		return texts(resolver(new SimpleDefinition("phone", "phone")).resolve("alice", entry), "phone");
	}

	private List<String> login(String attribute) throws SourceUnavailableException {
		return texts(resolve(attribute), attribute);
	}

	private Resolved resolve(String attribute) throws SourceUnavailableException {
		return resolver(new SimpleDefinition(attribute, attribute)).resolve("alice", ENTRY);
	}

	private DefaultAttributeResolver resolver(AttributeDefinition... definitions) {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		InstantSource clock = InstantSource.system();
		AttributeSettings settings = new AttributeSettings(List.of(definitions), builtIn, List.of(),
				Map.of("o", List.of("constant")), EntrySource.LOGIN, cache, rules);
		SourceSettings strict = new SourceSettings(hrOnFailure, Duration.ofSeconds(30), 8, Optional.empty());
		SourceSettings lax = new SourceSettings(OnFailure.OMIT, Duration.ofSeconds(30), 8, Optional.empty());
		return new DefaultAttributeResolver(settings, principal -> Optional.of(ENTRY),
				new AttributeSources(List.of(new GuardedSource(hr, strict, clock, meters),
						new GuardedSource(crm, lax, clock, meters))),
				DecidingAttributes.all(List.of(() -> deciding, DecidingAttributes.ofIdentifiers(() -> identifying))),
				clock, meters);
	}

	private static List<AttributeValue> texts(String... values) {
		return Arrays.stream(values).map(AttributeValue.Text::new).map(AttributeValue.class::cast).toList();
	}

	private static List<String> texts(Resolved resolved, String attribute) {
		return resolved.attributes().get(attribute).stream().map(AttributeValue::text).toList();
	}

}
