package org.campanile.release;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.ValuePattern;
import org.campanile.release.DefaultReleasePolicy.Explained;
import org.campanile.release.ReleaseBundle.Category;
import org.campanile.release.ReleaseRule.Effect;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.protocol.MetadataRequestedAttributes;
import org.campanile.saml.relyingparty.AttributeConsumingService.RequestedAttribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class DefaultReleasePolicyTests {

	private static final String MAIL = "urn:oid:0.9.2342.19200300.100.1.3";

	private static final String AFFILIATION = "urn:oid:1.3.6.1.4.1.5923.1.1.1.1";

	private static final IdentifierSalt SALT = new IdentifierSalt(new byte[32]);

	private static final ResolvedAttributes ALICE = alice();

	private static final RequestedAttribute REQUESTED_MAIL = requested(MAIL, SamlAttributeName.URI, true);

	@Test
	void whenNoRuleNamesAnAttributeThenNothingIsReleasedAndTheReasonIsKept() {
		Explained explained = explain(ReleaseServices.wiki());
		assertThat(explained.released().attributes()).isEmpty();
		assertThat(explained.decisions().stream().map(ValueDecision::attributeId).distinct())
			.hasSize(ALICE.values().size());
		assertThat(reasons(explained, "mail")).containsExactly("alice@example.edu withheld by no rule");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("matchers")
	void whenARuleSpeaksOfAServiceThenThatServiceGetsIt(String title, ServiceMatcher matcher, ReleaseServices service,
			boolean expected) {
		ReleasedAttributes released = release(service,
				new ReleaseRule("r", Effect.PERMIT, matcher, named("mail"), ValueFilter.EVERY));
		assertThat(ids(released)).isEqualTo(expected ? List.of("mail") : List.of());
	}

	static Stream<Arguments> matchers() {
		ServiceMatcher exact = new ServiceMatcher(false, Set.of(ReleaseServices.WIKI), List.of(), Set.of(), Set.of());
		ServiceMatcher pattern = new ServiceMatcher(false, Set.of(),
				List.of(ValuePattern.of("https://[a-z]+\\.example\\.edu/.*")), Set.of(), Set.of());
		ServiceMatcher registrar = new ServiceMatcher(false, Set.of(), List.of(), Set.of(),
				Set.of("https://registrar.example.edu"));
		ServiceMatcher category = ServiceMatcher
			.ofCategories(Set.of(Category.CODE_OF_CONDUCT_V1, Category.CODE_OF_CONDUCT_V2));
		return Stream.of(arguments("every", ServiceMatcher.EVERY, ReleaseServices.wiki(), true),
				arguments("exact", exact, ReleaseServices.wiki(), true),
				arguments("exact, not the same", exact, ReleaseServices.service(ReleaseServices.WIKI + "/"), false),
				arguments("exact, other case", exact, ReleaseServices.service("https://WIKI.example.edu/shibboleth"),
						false),
				arguments("pattern", pattern, ReleaseServices.wiki(), true),
				arguments("pattern within", pattern,
						ReleaseServices.service("https://evil.example/?" + ReleaseServices.WIKI), false),
				arguments("one of two categories", category,
						ReleaseServices.wiki().categories(Category.CODE_OF_CONDUCT_V2), true),
				arguments("another category", category, ReleaseServices.wiki().categories(Category.ANONYMOUS), false),
				arguments("no category", category, ReleaseServices.wiki(), false),
				arguments("registrar", registrar, ReleaseServices.wiki().registrar("https://registrar.example.edu"),
						true),
				arguments("another registrar", registrar,
						ReleaseServices.wiki().registrar("https://registrar.example.org"), false),
				arguments("no registrar", registrar, ReleaseServices.wiki(), false));
	}

	@Test
	void whenReleasedThenInTheOrderOfTheDefinitions() {
		ReleasedAttributes released = release(ReleaseServices.wiki(), permit("r", "eduPersonAffiliation", "mail"));
		assertThat(released.attributes()).containsExactly(new ReleasedAttribute("mail", ALICE.get("mail")),
				new ReleasedAttribute("eduPersonAffiliation", ALICE.get("eduPersonAffiliation")));
	}

	@Test
	void whenDeniedThenNoOrderOfRulesReleasesIt() {
		ReleaseRule deny = rule("no mail", Effect.DENY, named("mail"), ValueFilter.EVERY);
		for (List<ReleaseRule> rules : List.of(List.of(deny, permit("r", "mail")),
				List.of(permit("r", "mail"), deny))) {
			Explained explained = explain(ReleaseServices.wiki(), rules.toArray(ReleaseRule[]::new));
			assertThat(ids(explained.released())).isEmpty();
			assertThat(reasons(explained, "mail")).containsExactly("alice@example.edu withheld by no mail");
		}
	}

	@Test
	void whenValuesAreLimitedThenOnlyThoseAreReleased() {
		ValueFilter filter = new ValueFilter(Set.of("staff", "STUDENT"), List.of(ValuePattern.of("mem.*")));
		Explained explained = explain(ReleaseServices.wiki(),
				rule("r", Effect.PERMIT, named("eduPersonAffiliation"), filter));
		assertThat(texts(explained.released(), "eduPersonAffiliation")).containsExactly("staff", "member");
		assertThat(reasons(explained, "eduPersonAffiliation")).containsExactly("staff released by r",
				"student withheld by no rule", "member released by r");
	}

	@Test
	void whenOneValueIsDeniedThenTheOthersAreReleasedAndBothRulesNamed() {
		Explained explained = explain(ReleaseServices.wiki(), permit("all of it", "eduPersonAffiliation"),
				rule("no students", Effect.DENY, named("eduPersonAffiliation"),
						new ValueFilter(Set.of("student"), List.of())));
		assertThat(texts(explained.released(), "eduPersonAffiliation")).containsExactly("staff", "member");
		assertThat(reasons(explained, "eduPersonAffiliation")).containsExactly("staff released by all of it",
				"student withheld by no students", "member released by all of it");
	}

	@Test
	void whenTheServiceHasSettingsThenTheyCountAsRules() {
		Explained explained = explain(
				ReleaseServices.wiki().overridden(Set.of("displayName", "uid"), Set.of("mail", "uid")),
				permit("r", "mail"));
		assertThat(ids(explained.released())).containsExactly("displayName");
		assertThat(reasons(explained, "displayName")).containsExactly("Alice released by service override");
		assertThat(reasons(explained, "mail")).containsExactly("alice@example.edu withheld by service override");
		assertThat(reasons(explained, "uid")).containsExactly("alice withheld by service override");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("requests")
	void whenMetadataAsksThenWhatItAsksForIsReleased(String title, boolean onlyRequired, ReleaseServices service,
			OptionalInt index, List<String> expected) {
		ReleaseRule rule = rule("r", Effect.PERMIT, new AttributeSelection.Requested(onlyRequired), ValueFilter.EVERY);
		assertThat(policy(rule).release(ALICE, service.build(), requested(service, index)).attributes().stream())
			.map(ReleasedAttribute::id)
			.containsExactlyElementsOf(expected);
	}

	static Stream<Arguments> requests() {
		RequestedAttribute optionalUid = requested("urn:oid:0.9.2342.19200300.100.1.1", SamlAttributeName.URI, false);
		OptionalInt none = OptionalInt.empty();
		return Stream.of(arguments("required and optional", false,
				ReleaseServices.wiki().asksFor(0, false, REQUESTED_MAIL, optionalUid), none, List.of("uid", "mail")),
				arguments("only required", true, ReleaseServices.wiki().asksFor(0, false, REQUESTED_MAIL, optionalUid),
						none, List.of("mail")),
				arguments("a silent format", true,
						ReleaseServices.wiki().asksFor(0, false, requested(MAIL, SamlAttributeName.UNSPECIFIED, true)),
						none, List.of("mail")),
				arguments("another format", true,
						ReleaseServices.wiki().asksFor(0, false, requested(MAIL, SamlAttributeName.BASIC, true)), none,
						List.of()),
				arguments("the friendly name is no name", true,
						ReleaseServices.wiki().asksFor(0, false, requested("mail", SamlAttributeName.URI, true)), none,
						List.of()),
				arguments("asks for nothing", false, ReleaseServices.wiki(), none, List.of()),
				arguments("the set of the index", false,
						ReleaseServices.wiki().asksFor(1, true, REQUESTED_MAIL).asksFor(2, false, optionalUid),
						OptionalInt.of(2), List.of("uid")),
				arguments("the default set", false,
						ReleaseServices.wiki().asksFor(1, false, REQUESTED_MAIL).asksFor(2, true, optionalUid), none,
						List.of("uid")),
				arguments("the lowest index", false,
						ReleaseServices.wiki().asksFor(3, false, REQUESTED_MAIL).asksFor(2, false, optionalUid), none,
						List.of("uid")),
				arguments("an index that is not there", false, ReleaseServices.wiki().asksFor(1, true, REQUESTED_MAIL),
						OptionalInt.of(7), List.of()));
	}

	@Test
	void whenMetadataAsksForValuesThenOnlyThoseAreReleased() {
		ReleaseServices service = ReleaseServices.wiki()
			.asksFor(0, true,
					new RequestedAttribute(AFFILIATION, SamlAttributeName.URI, true, List.of("staff", "alum")));
		ReleasedAttributes released = release(service,
				rule("r", Effect.PERMIT, new AttributeSelection.Requested(false), ValueFilter.EVERY));
		assertThat(texts(released, "eduPersonAffiliation")).containsExactly("staff");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "RESEARCH_AND_SCHOLARSHIP | mail displayName eduPersonScopedAffiliation",
					"ANONYMOUS | eduPersonScopedAffiliation", "PSEUDONYMOUS | pairwise-id eduPersonScopedAffiliation",
					"PERSONALIZED | subject-id samlSubjectID mail displayName eduPersonScopedAffiliation",
					"CODE_OF_CONDUCT | uid" })
	void whenBundleThenServicesOfItsCategoryGetItsAttributes(ReleaseBundle bundle, String expected) {
		RequestedAttribute uid = requested("urn:oid:0.9.2342.19200300.100.1.1", SamlAttributeName.URI, true);
		RequestedAttribute mail = requested(MAIL, SamlAttributeName.URI, false);
		ReleaseServices member = ReleaseServices.wiki()
			.categories(bundle.categories().iterator().next())
			.asksFor(0, true, uid, mail);
		Explained explained = explain(member, bundle.rule());
		assertThat(ids(explained.released())).containsExactlyInAnyOrder(expected.split(" "));
		assertThat(explained.decisions()).filteredOn(ValueDecision::released)
			.extracting(ValueDecision::rule)
			.containsOnly(bundle.configuredName());
		assertThat(ids(release(ReleaseServices.wiki().asksFor(0, true, uid, mail), bundle.rule()))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-", value = { "- | subject-id pairwise-id", "subject-id | subject-id",
			"pairwise-id | pairwise-id", "any | pairwise-id", "none | ''", "nonsense | subject-id pairwise-id" })
	void whenServiceRequiresASubjectIdentifierThenItGetsThatOneAlone(@Nullable String requirement, String expected) {
		ReleaseServices service = ReleaseServices.wiki();
		if (requirement != null) {
			service.subjectIdRequirement(requirement);
		}
		ReleasedAttributes released = release(service, permit("r", "subject-id", "pairwise-id"));
		assertThat(String.join(" ", ids(released).stream().sorted(java.util.Comparator.reverseOrder()).toList()))
			.isEqualTo(expected);
	}

	@Test
	void whenAnyWillDoAndPairwiseIsDeniedThenTheGeneralOneIsReleased() {
		ReleasedAttributes released = release(ReleaseServices.wiki().subjectIdRequirement("any"),
				permit("r", "subject-id"));
		assertThat(ids(released)).containsExactly("subject-id");
	}

	@ParameterizedTest
	@ValueSource(strings = { "subject-id", "samlSubjectID" })
	void whenOneOfTheSubjectIdentifiersIsDeniedThenNeitherIsReleased(String denied) {
		ReleaseRule all = permit("r", "subject-id", "samlSubjectID", "uid");
		assertThat(ids(release(ReleaseServices.wiki(), all))).contains("subject-id", "samlSubjectID");
		ReleaseRule deny = rule("no", Effect.DENY, named(denied), ValueFilter.EVERY);
		assertThat(ids(release(ReleaseServices.wiki(), all, deny))).containsExactly("uid");
		assertThat(ids(release(ReleaseServices.wiki().overridden(Set.of(), Set.of(denied)), all)))
			.containsExactly("uid");
	}

	@Test
	void whenSettingsNameASubjectIdentifierThenTheRequirementYields() {
		ReleasedAttributes released = release(ReleaseServices.wiki()
			.subjectIdRequirement("none")
			.overridden(Set.of("subject-id", "pairwise-id"), Set.of()), permit("r", "subject-id"));
		assertThat(ids(released)).containsExactlyInAnyOrder("subject-id", "pairwise-id");
	}

	@Test
	void whenOnlyTheRequirementSpeaksThenNothingIsReleased() {
		assertThat(ids(release(ReleaseServices.wiki().subjectIdRequirement("pairwise-id"), permit("r", "mail"))))
			.containsExactly("mail");
	}

	@Test
	void whenRequestedRuleThenTheRequirementCountsAsRequest() {
		ReleaseRule rule = rule("r", Effect.PERMIT, new AttributeSelection.Requested(true), ValueFilter.EVERY);
		assertThat(ids(release(ReleaseServices.wiki().subjectIdRequirement("pairwise-id"), rule)))
			.containsExactly("pairwise-id");
	}

	@Test
	void whenPairwiseThenTheIdentifierDiffersByServiceAndKeepsToTheSyntax() {
		ReleaseRule rule = permit("r", "pairwise-id");
		String wiki = texts(release(ReleaseServices.wiki(), rule), "pairwise-id").get(0);
		String other = texts(release(ReleaseServices.service("https://other.example"), rule), "pairwise-id").get(0);
		assertThat(wiki).matches("[a-z2-7]{52}@example\\.edu")
			.isEqualTo(texts(release(ReleaseServices.wiki(), rule), "pairwise-id").get(0))
			.isNotEqualTo(other);
	}

	@Test
	void whenPairwiseHasNoScopeThenItIsLeftOutAndTheReasonKept() {
		PairwiseIds scopeless = new PairwiseIds(IdentifierAlgorithm.HMAC_SHA256, SALT, "principal", Optional.empty());
		Explained explained = new DefaultReleasePolicy(List.of(permit("r", "pairwise-id")), scopeless).explain(ALICE,
				ReleaseServices.wiki().build(), requested(ReleaseServices.wiki(), OptionalInt.empty()));
		assertThat(explained.released().attributes()).isEmpty();
		assertThat(explained.pairwiseWithheldBy()).contains("no value");
	}

	@Test
	void whenEveryAttributeIsPermittedThenTheCanonicalNameIsNotUnlessNamed() {
		ReleaseRule every = rule("open", Effect.PERMIT, new AttributeSelection.Every(), ValueFilter.EVERY);
		assertThat(ids(release(ReleaseServices.wiki(), every))).contains("mail", "uid").doesNotContain("principal");
		assertThat(ids(release(ReleaseServices.wiki(), permit("r", "principal")))).containsExactly("principal");
	}

	@Test
	void whenEveryAttributeIsDeniedThenPairwiseIsToo() {
		ReleaseRule deny = rule("closed", Effect.DENY, new AttributeSelection.Every(), ValueFilter.EVERY);
		Explained explained = explain(ReleaseServices.wiki(), permit("r", "pairwise-id", "mail"), deny);
		assertThat(explained.released().attributes()).isEmpty();
		assertThat(explained.decisions()).extracting(ValueDecision::rule).containsOnly("closed");
		assertThat(explained.pairwiseWithheldBy()).contains("closed");
	}

	@Test
	void whenARuleIsLimitedToValuesThenItNeitherReleasesNorDeniesPairwise() {
		ValueFilter filter = new ValueFilter(Set.of("urn:mace:dir:entitlement:common-lib-terms"), List.of());
		AttributeSelection every = new AttributeSelection.Every();
		assertThat(ids(release(ReleaseServices.wiki(), rule("r", Effect.PERMIT, every, filter)))).isEmpty();
		ReleaseRule deny = rule("no", Effect.DENY, every, filter);
		assertThat(ids(release(ReleaseServices.wiki(), permit("r", "pairwise-id"), deny)))
			.containsExactly("pairwise-id");
		ReleaseRule byName = rule("no", Effect.DENY, named("pairwise-id"), filter);
		assertThat(ids(release(ReleaseServices.wiki(), permit("r", "pairwise-id"), byName))).as("named").isEmpty();
	}

	private static ReleasedAttributes release(ReleaseServices service, ReleaseRule... rules) {
		return policy(rules).release(ALICE, service.build(), requested(service, OptionalInt.empty()));
	}

	private static Explained explain(ReleaseServices service, ReleaseRule... rules) {
		return policy(rules).explain(ALICE, service.build(), requested(service, OptionalInt.empty()));
	}

	private static List<String> reasons(Explained explained, String id) {
		return explained.decisions()
			.stream()
			.filter(decision -> decision.attributeId().equals(id))
			.map(decision -> decision.value().text() + (decision.released() ? " released by " : " withheld by ")
					+ decision.rule())
			.toList();
	}

	private static RequestedAttributes requested(ReleaseServices service, OptionalInt index) {
		return MetadataRequestedAttributes.of(service.build(), index, new SamlAttributeNames(Map.of()));
	}

	private static DefaultReleasePolicy policy(ReleaseRule... rules) {
		return new DefaultReleasePolicy(List.of(rules),
				new PairwiseIds(IdentifierAlgorithm.HMAC_SHA256, SALT, "principal", Optional.of("example.edu")));
	}

	private static ReleaseRule permit(String name, String... ids) {
		return rule(name, Effect.PERMIT, named(ids), ValueFilter.EVERY);
	}

	private static ReleaseRule rule(String name, Effect effect, AttributeSelection attributes, ValueFilter values) {
		return new ReleaseRule(name, effect, ServiceMatcher.EVERY, attributes, values);
	}

	private static AttributeSelection named(String... ids) {
		return new AttributeSelection.Named(Set.of(ids));
	}

	private static RequestedAttribute requested(String name, String format, boolean required) {
		return new RequestedAttribute(name, format, required, List.of());
	}

	private static List<String> ids(ReleasedAttributes released) {
		return released.attributes().stream().map(ReleasedAttribute::id).toList();
	}

	private static List<String> texts(ReleasedAttributes released, String id) {
		return released.attributes()
			.stream()
			.filter(attribute -> attribute.id().equals(id))
			.flatMap(attribute -> attribute.values().stream())
			.map(AttributeValue::text)
			.toList();
	}

	private static ResolvedAttributes alice() {
		Map<String, List<AttributeValue>> values = new LinkedHashMap<>();
		values.put("principal", List.of(new AttributeValue.Text("alice")));
		values.put("uid", List.of(new AttributeValue.Text("alice")));
		values.put("mail", List.of(new AttributeValue.Text("alice@example.edu")));
		values.put("displayName", List.of(new AttributeValue.Text("Alice")));
		values.put("samlSubjectID", List.of(new AttributeValue.Scoped("a1", "example.edu")));
		values.put("subject-id", List.of(new AttributeValue.Scoped("a1", "example.edu")));
		values.put("eduPersonAffiliation", List.of(new AttributeValue.Text("staff"), new AttributeValue.Text("student"),
				new AttributeValue.Text("member")));
		values.put("eduPersonScopedAffiliation", List.of(new AttributeValue.Scoped("staff", "example.edu")));
		return new ResolvedAttributes(values);
	}

}
