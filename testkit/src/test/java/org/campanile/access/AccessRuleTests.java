package org.campanile.access;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessPolicy.Resource;
import org.campanile.access.AccessPolicy.Subject;
import org.campanile.access.AccessPolicy.Target;
import org.campanile.access.AccessRule.Scope;
import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.http.Network;
import org.campanile.release.ReleaseServices;
import org.campanile.release.ServiceMatcher;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that no rule is passed over, and which attributes must be known for that. */
class AccessRuleTests {

	private static final Decision.Deny DENY = new Decision.Deny("deny", null, null);

	private static final Condition GROUP = new Condition.HasValue("groups", Set.of("blocked"), List.of());

	private static final Condition UNIT = new Condition.InUnit(List.of(EntryName.of("dc=edu").orElseThrow()));

	private static final Condition NETWORK = new Condition.FromNetwork(List.of(Network.of("192.0.2.0/24")));

	@Test
	void whenARuleDeniesOrDemandsMoreThenTheAttributesThatItReadsDecide() {
		assertThat(rule(DENY, GROUP, UNIT, NETWORK).deciding()).containsExactlyInAnyOrder("groups", "entryDN");
		assertThat(rule(new Decision.StepUp("more", List.of("urn:mfa"), null), GROUP).deciding())
			.containsExactly("groups");
	}

	@Test
	void whenARulePermitsThenNobodyGainsIfItIsPassedOver() {
		assertThat(rule(new Decision.Permit("permit"), GROUP, UNIT).deciding()).isEmpty();
	}

	@Test
	void whenThereAreSeveralRulesThenEachCounts() {
		List<AccessRule> rules = List.of(rule(DENY, GROUP), rule(DENY, UNIT));
		assertThat(new AccessRules(rules, AccessRules.Order.MOST_SPECIFIC, Set.of(), InstantSource.system()).deciding())
			.containsExactlyInAnyOrder("groups", "entryDN");
		assertThat(new OwnRules(rules, DENY).deciding()).containsExactlyInAnyOrder("groups", "entryDN");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "CN=Staff, OU=Groups,DC=edu | true", "cn=staff,ou=groups,dc=edu | true",
			"cn=staff,ou=other,dc=edu | false" })
	void whenAGroupIsADistinguishedNameThenItsSpellingDoesNotMatter(String group, boolean covered) {
		Condition staff = new Condition.HasValue("groups", Set.of("cn=staff,ou=Groups,dc=edu"), List.of());
		AccessRules rules = new AccessRules(List.of(rule(DENY, staff)), AccessRules.Order.FIRST_MATCH, Set.of(),
				InstantSource.system());
		ResolvedAttributes attributes = new ResolvedAttributes(
				Map.of("groups", List.of(new AttributeValue.Text(group))));
		Subject subject = new Subject("alice", attributes, each -> false, Instant.EPOCH);
		assertThat(rules.decide(new Target(ReleaseServices.wiki().build(), null, ""), subject).equals(DENY))
			.isEqualTo(covered);
		assertThat(rules.relevant(attributes)).isEqualTo(covered ? attributes : ResolvedAttributes.NONE);
	}

	@Test
	void whenARuleNamesAServiceAndARegistrarThenItAppliesToTheServicesOfBoth() {
		ServiceMatcher services = new ServiceMatcher(false, Set.of("https://other.example.org"), List.of(), Set.of(),
				Set.of("https://registrar.example.org"));
		AccessRules rules = new AccessRules(
				List.of(new AccessRule(DENY.rule(),
						new Scope(Set.of(), services, Set.of(), List.of(), List.of(), Set.of()), List.of(), DENY)),
				AccessRules.Order.FIRST_MATCH, Set.of(), InstantSource.system());
		Subject subject = new Subject("alice", ResolvedAttributes.NONE, each -> false, Instant.EPOCH);
		assertThat(rules.decide(
				new Target(ReleaseServices.wiki().registrar("https://registrar.example.org").build(), null, ""),
				subject))
			.isEqualTo(DENY);
		assertThat(rules.decide(new Target(ReleaseServices.wiki().build(), null, ""), subject))
			.isInstanceOf(Decision.Permit.class);
	}

	/** Many applications serve the same page at both addresses. */
	@ParameterizedTest
	@CsvSource({ "/staff/, /staff, true", "/staff/, /staff/, true", "/staff/, /staff/x, true",
			"/staff/, /staffing, false", "/staff, /staff/, true", "/, /, true", "/, /staff, true" })
	void whenThePathOfARuleEndsWithASlashThenThePageWithoutItIsCovered(String path, String page, boolean covered) {
		List<AccessRule> rules = List.of(rule(new Decision.Permit("permit")), pages(DENY, path));
		assertThat(decided(rules, page).equals(DENY)).isEqualTo(covered);
	}

	@Test
	void whenPathsDifferOnlyInASlashThenNeitherIsMoreSpecificAndTheDenialWins() {
		List<AccessRule> rules = List.of(pages(new Decision.Permit("permit"), "/staff/"), pages(DENY, "/staff"));
		assertThat(decided(rules, "/staff")).isEqualTo(DENY);
		assertThat(decided(rules, "/staff/x")).isEqualTo(DENY);
	}

	private static Decision decided(List<AccessRule> rules, String page) {
		AccessRules all = new AccessRules(rules, AccessRules.Order.MOST_SPECIFIC, Set.of(), InstantSource.system());
		Subject subject = new Subject("alice", ResolvedAttributes.NONE, each -> false, Instant.EPOCH);
		Resource resource = new Resource("GET", "wiki.example.edu", page);
		return all.decide(new Target(ReleaseServices.wiki().build(), resource, ""), subject);
	}

	private static AccessRule pages(Decision decision, String path) {
		Scope scope = new Scope(Set.of(), ServiceMatcher.EVERY, Set.of(), List.of(path), List.of(), Set.of());
		return new AccessRule(decision.rule(), scope, List.of(), decision);
	}

	private static AccessRule rule(Decision decision, Condition... conditions) {
		return new AccessRule(decision.rule(), AccessRule.Scope.EVERYTHING, List.of(conditions), decision);
	}

}
