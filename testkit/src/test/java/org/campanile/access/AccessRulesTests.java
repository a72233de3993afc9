package org.campanile.access;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.access.AccessFixtures.PlainService;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessPolicy.Resource;
import org.campanile.access.AccessPolicy.Subject;
import org.campanile.access.AccessPolicy.Target;
import org.campanile.access.AccessRule.Scope;
import org.campanile.access.AccessRules.Order;
import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.ValuePattern;
import org.campanile.http.Network;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AccessRulesTests {

	private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

	private static final ProtocolId GATE = new ProtocolId("gate");

	private static final ProtocolId CAS = new ProtocolId("cas");

	private static final Decision PERMIT = new Decision.Permit("rule");

	@Test
	void whenNoRuleAppliesThenTheProtocolDecides() {
		assertThat(decide(rules(), target("app", CAS, null), alice())).isEqualTo(new Decision.Permit("no rule"));
		assertThat(decide(rules(), target("app", GATE, null), alice()))
			.isEqualTo(new Decision.Deny("no rule", null, null));
	}

	@Test
	void whenSeveralApplyThenTheFirstDecidesOrTheMostSpecific() {
		AccessRule wide = AccessFixtures.rule(new Decision.Permit("wide"));
		AccessRule narrow = new AccessRule("narrow", service("app"), List.of(), new Decision.Deny("narrow", "a", "b"));
		assertThat(decide(rules(wide, narrow), target("app", CAS, null), alice()).rule()).isEqualTo("wide");
		AccessRules specific = new AccessRules(List.of(wide, narrow), Order.MOST_SPECIFIC, Set.of(GATE),
				InstantSource.fixed(NOW));
		assertThat(decide(specific, target("app", CAS, null), alice()))
			.isEqualTo(new Decision.Deny("narrow", "a", "b"));
		assertThat(decide(specific, target("wiki", CAS, null), alice()).rule()).isEqualTo("wide");
	}

	@Test
	void whenPathsNestThenTheLongestIsMoreSpecificAndADenialWinsATie() {
		AccessRules rules = new AccessRules(List.of(rule(path("/"), "all", true), rule(path("/staff"), "staff", false),
				rule(path("/staff/news"), "news", true), rule(path("/tie"), "yes", true),
				rule(path("/tie"), "no", false)), Order.MOST_SPECIFIC, Set.of(GATE), InstantSource.fixed(NOW));
		for (var expected : Map
			.of("/a", "all", "/staff", "staff", "/staff/b", "staff", "/staffing", "all", "/staff/news/1", "news",
					"/tie", "no")
			.entrySet()) {
			assertThat(decide(rules, page("GET", "www.example.edu", expected.getKey()), alice()).rule())
				.as(expected.getKey())
				.isEqualTo(expected.getValue());
		}
	}

	@ParameterizedTest
	@CsvSource({ "www.example.edu, www.example.edu, true", "www.example.edu, www2.example.edu, false",
			".example.edu, www.example.edu, true", ".example.edu, example.edu, false",
			".example.edu, www.badexample.edu, false" })
	void whenHostsAreNamedThenExactlyOrByDomain(String rule, String host, boolean applies) {
		AccessRules rules = rules(new AccessRule("rule",
				new Scope(Set.of(), ServiceMatcher.EVERY, Set.of(rule), List.of(), List.of(), Set.of()), List.of(),
				PERMIT));
		assertThat(decide(rules, page("GET", host, "/"), alice()) instanceof Decision.Permit).isEqualTo(applies);
	}

	/** Also when the index finds the rule by a condition instead of its path or host. */
	@Test
	void whenARuleIsFoundByAnAttributeThenItsPathsAndHostsAreComparedAllTheSame() {
		List<Condition> staff = List.of(new Condition.HasValue("group", Set.of("staff"), List.of()));
		for (Scope scope : List.of(path("/app"),
				new Scope(Set.of(), ServiceMatcher.EVERY, Set.of(".example.edu"), List.of(), List.of(), Set.of()))) {
			AccessRules rules = rules(new AccessRule("rule", scope, staff, PERMIT),
					new AccessRule("other", scope, List.of(), new Decision.Deny("other", null, null)));
			Subject user = user("group", "staff");
			assertThat(decide(rules, page("GET", "www.example.edu", "/app/x"), user).rule()).isEqualTo("rule");
			assertThat(decide(rules, page("GET", "www.badexample.edu", "/apple"), user).rule()).isEqualTo("no rule");
		}
	}

	@Test
	void whenARuleIsOfPagesThenItSaysNothingOfAWholeService() {
		Scope methods = new Scope(Set.of(), ServiceMatcher.EVERY, Set.of(), List.of(), List.of(), Set.of("GET"));
		for (Scope pages : List.of(path("/"), methods)) {
			assertThat(decide(rules(rule(pages, "pages", false)), target("app", CAS, null), alice()).rule())
				.isEqualTo("no rule");
		}
	}

	@Test
	void whenARuleIsOfAProtocolThenOfThatAlone() {
		Scope gate = new Scope(Set.of(GATE), ServiceMatcher.EVERY, Set.of(), List.of(), List.of(), Set.of());
		AccessRules rules = rules(rule(gate, "gate", false));
		assertThat(decide(rules, page("GET", "a", "/"), alice()).rule()).isEqualTo("gate");
		assertThat(decide(rules, target("app", CAS, null), alice()).rule()).isEqualTo("no rule");
	}

	@Test
	void whenMethodsAreNamedThenTheseAlone() {
		AccessRules rules = rules(new AccessRule("read",
				new Scope(Set.of(GATE), ServiceMatcher.EVERY, Set.of(), List.of(), List.of(), Set.of("GET", "HEAD")),
				List.of(), PERMIT));
		assertThat(decide(rules, page("GET", "a", "/"), alice())).isInstanceOf(Decision.Permit.class);
		assertThat(decide(rules, page("POST", "a", "/"), alice())).isInstanceOf(Decision.Deny.class);
	}

	@Test
	void whenAttributesAreAskedForThenOneValueOfEach() {
		List<Condition> both = List.of(new Condition.HasValue("isMemberOf", Set.of("staff", "faculty"), List.of()),
				new Condition.HasValue("mail", Set.of(), List.of(ValuePattern.of(".*@example\\.edu"))));
		AccessRules rules = rules(new AccessRule("rule", Scope.EVERYTHING, both, PERMIT));
		assertThat(decide(rules, page("GET", "a", "/"), user("isMemberOf", "staff", "mail", "a@example.edu")))
			.isInstanceOf(Decision.Permit.class);
		assertThat(decide(rules, page("GET", "a", "/"), user("isMemberOf", "staff", "mail", "a@example.edu.evil")))
			.isInstanceOf(Decision.Deny.class);
		assertThat(decide(rules, page("GET", "a", "/"), user("isMemberOf", "Staff", "mail", "a@example.edu")))
			.isInstanceOf(Decision.Deny.class);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			ou=physics,dc=example,dc=edu | uid=alice,ou=physics,dc=example,dc=edu | true
			ou=physics,dc=example,dc=edu | uid=alice, OU=Physics, DC=example,DC=EDU | true
			ou=physics,dc=example,dc=edu | uid=alice,ou=metaphysics,dc=example,dc=edu | false
			ou=physics,dc=example,dc=edu | uid=alice+ou=physics,dc=example,dc=edu | false
			ou=physics,dc=example,dc=edu | cn=x\\,ou=physics,dc=example,dc=edu | false
			dc=example,dc=edu | uid=alice,ou=physics,dc=example,dc=edu | true
			uid=alice,dc=edu | uid=alice,dc=edu | true
			""")
	void whenAUnitIsAskedForThenTheEntryIsBelowItByItsComponents(String unit, String entry, boolean applies) {
		AccessRules rules = rules(new AccessRule("rule", Scope.EVERYTHING,
				List.of(new Condition.InUnit(List.of(EntryName.of(unit).orElseThrow()))), PERMIT));
		assertThat(decide(rules, page("GET", "a", "/"), user("entryDN", entry)) instanceof Decision.Permit)
			.isEqualTo(applies);
	}

	/** The root DN is above all entries, so no invalid name may be read as the root. */
	@ParameterizedTest
	@ValueSource(strings = { "", "people", "=x", "ou=#zz", "ou=a\\zz,dc=b", "ou=\"a" })
	void whenAUnitIsNoNameThenThereIsNone(String text) {
		assertThat(EntryName.of(text)).isEmpty();
		AccessRules rules = rules(new AccessRule("rule", Scope.EVERYTHING,
				List.of(new Condition.InUnit(List.of(EntryName.of("dc=edu").orElseThrow()))), PERMIT));
		assertThat(decide(rules, page("GET", "a", "/"), user("entryDN", text))).isInstanceOf(Decision.Deny.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a/b", "/a/b/", "/a/b/c", "/a/b/c/d/e/f/g" })
	void whenAPathIsDeeperThanAnyRuleThenItIsFoundAllTheSame(String path) {
		AccessRules rules = rules(new AccessRule("deep", path("/a/b"), List.of(), PERMIT));
		assertThat(decide(rules, page("GET", "a", path), alice())).isEqualTo(PERMIT);
		AccessRules slash = rules(new AccessRule("deep", path("/a/b/"), List.of(), PERMIT));
		assertThat(decide(slash, page("GET", "a", path + (path.equals("/a/b") ? "/" : "")), alice())).isEqualTo(PERMIT);
	}

	@ParameterizedTest
	@CsvSource({ "10.0.0.0/8, 10.255.0.1, true", "10.0.0.0/8, 11.0.0.1, false", "10.0.0.5, 10.0.0.5, true",
			"10.0.0.5, 10.0.0.6, false", "192.168.4.0/23, 192.168.5.9, true", "192.168.4.0/23, 192.168.6.0, false",
			"2001:db8::/33, 2001:db8:7fff::1, true", "2001:db8::/33, 2001:db8:8000::1, false", "0.0.0.0/0, ::1, false",
			"10.0.0.0/8, evil.example, false" })
	void whenANetworkIsAskedForThenTheAddressIsInIt(String network, String address, boolean applies) {
		assertThat(Network.of(network).contains(address)).isEqualTo(applies);
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.0.0.0/33", "10.0.0/8", "example.edu", "10.0.0.0/x", "::/129" })
	void whenANetworkIsNoneThenRefused(String network) {
		assertThatIllegalArgumentException().isThrownBy(() -> Network.of(network));
	}

	@ParameterizedTest
	@CsvSource({ "2026-11-25T09:00:00Z, true", "2026-11-25T06:59:59Z, false", "2026-11-25T17:00:00Z, false",
			"2026-11-28T09:00:00Z, false" })
	void whenATimeOfDayIsAskedForThenInItsZone(Instant time, boolean applies) {
		Condition hours = new Condition.During(Set.of(DayOfWeek.WEDNESDAY), LocalTime.of(8, 0), LocalTime.of(18, 0),
				ZoneId.of("Europe/Berlin"));
		assertThat(hours.holds(page("GET", "a", "/"), alice(), time)).isEqualTo(applies);
	}

	@ParameterizedTest
	@CsvSource({ "2026-11-27T23:30:00Z, true", "2026-11-28T05:59:00Z, true", "2026-11-28T06:00:00Z, false",
			"2026-11-28T23:00:00Z, false", "2026-11-27T05:00:00Z, false" })
	void whenATimeLastsPastMidnightThenItIsOfTheDayItBeginsOn(Instant time, boolean applies) {
		Condition night = new Condition.During(Set.of(DayOfWeek.FRIDAY), LocalTime.of(22, 0), LocalTime.of(6, 0),
				ZoneId.of("UTC"));
		assertThat(night.holds(page("GET", "a", "/"), alice(), time)).isEqualTo(applies);
	}

	@Test
	void whenMoreIsDemandedThenUntilItIsProvenAndNothingIsGrantedByIt() {
		Decision.StepUp demand = new Decision.StepUp("mfa", List.of("urn:mfa"), Duration.ofMinutes(5));
		AccessRules rules = rules(AccessFixtures.rule(demand));
		assertThat(decide(rules, target("app", CAS, null), alice())).isEqualTo(demand);
		Subject proven = new Subject("alice", ResolvedAttributes.NONE, "urn:mfa"::equals, NOW.minusSeconds(299));
		assertThat(decide(rules, target("app", CAS, null), proven).rule()).isEqualTo("no rule");
		assertThat(decide(rules, target("app", GATE, null), proven)).isInstanceOf(Decision.Deny.class);
		Subject old = new Subject("alice", ResolvedAttributes.NONE, "urn:mfa"::equals, NOW.minusSeconds(300));
		assertThat(decide(rules, target("app", CAS, null), old)).isEqualTo(demand);
	}

	@ParameterizedTest
	@EnumSource
	void whenAServiceHasRulesOfItsOwnThenTheseDecideInTheirOrder(Order order) {
		AccessRules rules = new AccessRules(
				List.of(new AccessRule("narrow", service("app"), List.of(), new Decision.Deny("narrow", null, null))),
				order, Set.of(), InstantSource.fixed(NOW));
		Target app = own(rule(Scope.EVERYTHING, "first", true),
				new AccessRule("second", Scope.EVERYTHING,
						List.of(new Condition.HasValue("uid", Set.of("alice"), List.of())),
						new Decision.Deny("x", null, null)));
		AccessRules.Explained explained = rules.explain(app, user("uid", "alice"));
		assertThat(explained.decision()).isEqualTo(new Decision.Permit("first"));
		assertThat(Objects.requireNonNull(explained.rule()).name()).isEqualTo("first");
		assertThat(explained.examined()).isEqualTo(1);
		assertThat(decide(rules, target("app", CAS, null), alice()).rule()).isEqualTo("narrow");
	}

	@Test
	void whenNoneOfItsOwnAppliesThenItsOwnDenialAndNoOtherRule() {
		AccessRules rules = rules(rule(Scope.EVERYTHING, "everybody", true));
		Target app = own(
				new AccessRule("staff", Scope.EVERYTHING,
						List.of(new Condition.HasValue("isMemberOf", Set.of("staff"), List.of())),
						new Decision.Permit("staff")),
				new AccessRule("no guests", Scope.EVERYTHING,
						List.of(new Condition.HasValue("isMemberOf", Set.of("guests"), List.of())),
						new Decision.Deny("no guests", null, null)));
		assertThat(decide(rules, app, user("isMemberOf", "staff"))).isEqualTo(new Decision.Permit("staff"));
		assertThat(decide(rules, app, user("isMemberOf", "guests")).rule()).isEqualTo("no guests");
		assertThat(rules.explain(app, alice()))
			.isEqualTo(new AccessRules.Explained(new Decision.Deny("none", "a", "b"), null, 2));
	}

	@Test
	void whenAServiceItselfDemandsMoreThenItsNextRuleDecidesOnceThatIsProven() {
		Decision.StepUp demand = new Decision.StepUp("mfa", List.of("urn:mfa"), null);
		Target app = own(AccessFixtures.rule(demand), rule(Scope.EVERYTHING, "all", true));
		assertThat(decide(rules(), app, alice())).isEqualTo(demand);
		Subject proven = new Subject("alice", ResolvedAttributes.NONE, "urn:mfa"::equals, NOW);
		assertThat(decide(rules(), app, proven)).isEqualTo(new Decision.Permit("all"));
	}

	private static Target own(AccessRule... rules) {
		return new Target(
				new PlainService("app", CAS, new OwnRules(Arrays.asList(rules), new Decision.Deny("none", "a", "b"))),
				null, "");
	}

	/** Of ten thousand rules only a few may be examined, whatever distinguishes them. */
	@Test
	void whenThereAreTenThousandRulesThenNoMoreAreExaminedThanOfTen() {
		for (int kind = 0; kind < 5; kind++) {
			List<AccessRule> many = new ArrayList<>();
			for (int i = 0; i < 10_000; i++) {
				many.add(distinguished(kind, i));
			}
			Subject user = user("entryDN", "uid=alice,ou=unit7777,dc=edu", "isMemberOf", "group7777");
			AccessRules.Explained found = rules(many.toArray(AccessRule[]::new))
				.explain(new Target(new PlainService("service7777", GATE),
						new Resource("GET", "host7777.edu", "/dir7777/page"), ""), user);
			assertThat(found.decision().rule()).isEqualTo("rule7777");
			assertThat(found.examined()).isLessThanOrEqualTo(10);
		}
	}

	private static AccessRule distinguished(int kind, int number) {
		Scope scope = switch (kind) {
			case 0 -> service("service" + number);
			case 1 -> new Scope(Set.of(), ServiceMatcher.EVERY, Set.of("host" + number + ".edu"), List.of(), List.of(),
					Set.of());
			case 2 -> path("/dir" + number);
			default -> path("/");
		};
		List<Condition> conditions = switch (kind) {
			case 3 ->
				List.of(new Condition.InUnit(List.of(EntryName.of("ou=unit" + number + ",dc=edu").orElseThrow())));
			case 4 -> List.of(new Condition.HasValue("isMemberOf", Set.of("group" + number), List.of()));
			default -> List.of();
		};
		return new AccessRule("rule" + number, scope, conditions, new Decision.Permit("rule" + number));
	}

	/** The index must find the same rule as a linear search. */
	@Test
	void whenRulesAreOfAllKindsThenTheIndexMissesNone() {
		List<AccessRule> mixed = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			mixed.add(distinguished(i % 5, i));
		}
		mixed.add(new AccessRule("last",
				new Scope(Set.of(), ServiceMatcher.EVERY, Set.of(".edu"), List.of("/dir1/"), List.of(), Set.of()),
				List.of(), new Decision.Permit("last")));
		AccessRules rules = rules(mixed.toArray(AccessRule[]::new));
		for (int i = 0; i < 200; i++) {
			Target target = new Target(new PlainService("service" + i % 7, GATE),
					new Resource("GET", "host" + i % 11 + ".edu", "/dir" + i % 13 + "/x"), "");
			Subject subject = user("entryDN", "uid=a,ou=unit" + i + ",dc=edu", "isMemberOf", "group" + i);
			Optional<AccessRule> first = mixed.stream()
				.filter(rule -> rule.scope().matches(target)
						&& rule.conditions().stream().allMatch(each -> each.holds(target, subject, NOW)))
				.findFirst();
			assertThat(decide(rules, target, subject).rule())
				.isEqualTo(first.map(AccessRule::name).orElse(AccessRules.NO_RULE));
		}
	}

	/** A deny applies to programs; a permit does so only if it says so. */
	@Test
	void whenARuleDoesNotSayThatItPermitsProgramsThenItDoesNot() {
		AccessRules rules = new AccessRules(
				List.of(rule(path("/closed"), "closed", false), rule(Scope.EVERYTHING, "users", true),
						new AccessRule("feed", path("/feed"), List.of(), new Decision.Permit("feed"), true)),
				Order.FIRST_MATCH, Set.of(), InstantSource.fixed(NOW));
		Subject program = alice().byProgram();
		Target feed = page("GET", "a.edu", "/feed");
		Target other = page("GET", "a.edu", "/other");
		assertThat(rules.decide(feed, program)).isEqualTo(new Decision.Permit("feed"));
		assertThat(rules.decide(page("GET", "a.edu", "/closed"), program).rule()).isEqualTo("closed");
		assertThat(rules.decide(other, program)).isEqualTo(new Decision.Deny(AccessRules.NO_RULE, null, null));
		assertThat(rules.decide(other, alice()).rule()).isEqualTo("users");
		assertThat(rules.offersBasic(feed)).isTrue();
		assertThat(rules.offersBasic(other)).isFalse();
	}

	private static AccessRules rules(AccessRule... rules) {
		return new AccessRules(Arrays.asList(rules), Order.FIRST_MATCH, Set.of(GATE), InstantSource.fixed(NOW));
	}

	private static AccessRule rule(Scope scope, String name, boolean permit) {
		return new AccessRule(name, scope, List.of(),
				permit ? new Decision.Permit(name) : new Decision.Deny(name, null, null));
	}

	private static Scope service(String id) {
		return new Scope(Set.of(), new ServiceMatcher(false, Set.of(id), List.of(), Set.of(), Set.of()), Set.of(),
				List.of(), List.of(), Set.of());
	}

	private static Scope path(String path) {
		return new Scope(Set.of(), ServiceMatcher.EVERY, Set.of(), List.of(path), List.of(), Set.of());
	}

	private static Decision decide(AccessRules rules, Target target, Subject subject) {
		return rules.decide(target, subject);
	}

	private static Target target(String id, ProtocolId protocol, @Nullable Resource resource) {
		return new Target(new PlainService(id, protocol), resource, "");
	}

	private static Target page(String method, String host, String path) {
		return target("site", GATE, new Resource(method, host, path));
	}

	private static Subject alice() {
		return user();
	}

	private static Subject user(String... namesAndValues) {
		Map<String, List<AttributeValue>> attributes = new LinkedHashMap<>();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			attributes.put(namesAndValues[i], List.of(new AttributeValue.Text(namesAndValues[i + 1])));
		}
		return new Subject("alice", new ResolvedAttributes(attributes), each -> false, NOW);
	}

}
