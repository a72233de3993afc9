package org.campanile.access;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessPolicy.Resource;
import org.campanile.access.AccessPolicy.Subject;
import org.campanile.access.AccessPolicy.Target;
import org.campanile.access.AccessRule.Effect;
import org.campanile.access.AccessRule.Pages;
import org.campanile.access.AccessRules.Order;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.ValuePattern;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AccessRulesTests {

	private static final ProtocolId GATE = new ProtocolId("gate");

	private static final ProtocolId SAML = new ProtocolId("saml");

	/** A Wednesday; 12:30 in Berlin. */
	private static final Instant NOW = Instant.parse("2026-11-25T11:30:00Z");

	private static final String ADDRESS = "10.1.2.3";

	@Nested
	class What {

		@Test
		void whenServicesAreNamedThenOnlyThose() {
			AccessRules rules = rules(rule("r", services("https://a", "https://b"), Pages.EVERY));
			assertThat(matched(rules, service("https://a"))).isEqualTo("r");
			assertThat(matched(rules, service("https://b"))).isEqualTo("r");
			assertThat(matched(rules, service("https://a/"))).isEqualTo("none");
			assertThat(matched(rules, service("https://A"))).isEqualTo("none");
		}

		@Test
		void whenAPatternOrACategoryThenServicesOfEither() {
			AccessRules rules = rules(rule("r", new ServiceMatcher(false, Set.of(),
					List.of(ValuePattern.of("https://[a-z]+\\.example\\.edu")), Set.of("urn:category")), Pages.EVERY));
			assertThat(matched(rules, service("https://wiki.example.edu"))).isEqualTo("r");
			assertThat(matched(rules, service("https://wiki.example.edu.evil.org"))).isEqualTo("none");
			assertThat(matched(rules, new TestService(SAML, "https://other", Set.of("urn:category")))).isEqualTo("r");
		}

		@Test
		void whenAProtocolIsNamedThenOnlyItsServices() {
			AccessRules rules = rules(new AccessRule("r", Set.of(GATE), ServiceMatcher.EVERY, Pages.EVERY, List.of(),
					List.of(), new Effect.Permit()));
			assertThat(matched(rules, service("https://a"))).isEqualTo("none");
			assertThat(matched(rules, page("GET", "www.example.edu", "/"))).isEqualTo("r");
		}

		@ParameterizedTest
		@CsvSource({ "/private, r", "/private/, r", "/private/x/y, r", "/privates, none", "/, none", "/a/private, none",
				"/Private, none", "/private.html, none" })
		void whenAPrefixThenItEndsAtASegment(String path, String expected) {
			AccessRules rules = rules(rule("r", ServiceMatcher.EVERY, paths("/private")));
			assertThat(matched(rules, page("GET", "www.example.edu", path))).isEqualTo(expected);
		}

		@ParameterizedTest
		@ValueSource(strings = { "/", "/a", "/a/b/c/d/e/f", "//" })
		void whenThePrefixIsTheRootThenEveryPath(String path) {
			AccessRules rules = rules(rule("r", ServiceMatcher.EVERY, paths("/")));
			assertThat(matched(rules, page("GET", "www.example.edu", path))).isEqualTo("r");
		}

		@ParameterizedTest
		@CsvSource({ "www.example.edu, r", "a.b.lab.example.edu, r", "lab.example.edu, none", "example.edu, none",
				"evil-lab.example.edu, none", "www.example.edu.evil.org, none" })
		void whenHostsThenExactlyOrBelow(String host, String expected) {
			AccessRules rules = rules(rule("r", ServiceMatcher.EVERY,
					new Pages(Set.of(), Set.of("WWW.example.edu", "*.lab.example.edu"), Set.of(), List.of())));
			assertThat(matched(rules, page("GET", host, "/"))).isEqualTo(expected);
		}

		@Test
		void whenMethodsThenOnlyThose() {
			AccessRules rules = rules(
					rule("r", ServiceMatcher.EVERY, new Pages(Set.of("post"), Set.of(), Set.of(), List.of())));
			assertThat(matched(rules, page("POST", "www.example.edu", "/"))).isEqualTo("r");
			assertThat(matched(rules, page("GET", "www.example.edu", "/"))).isEqualTo("none");
		}

		@Test
		void whenAPatternOfPathsBesidesAPrefixThenEither() {
			AccessRules rules = rules(rule("r", ServiceMatcher.EVERY,
					new Pages(Set.of(), Set.of(), Set.of("/a"), List.of(ValuePattern.of("/[0-9]+/.*")))));
			assertThat(matched(rules, page("GET", "www.example.edu", "/a/b"))).isEqualTo("r");
			assertThat(matched(rules, page("GET", "www.example.edu", "/17/b"))).isEqualTo("r");
			assertThat(matched(rules, page("GET", "www.example.edu", "/b"))).isEqualTo("none");
		}

		@Test
		void whenPagesAreNamedThenAServiceAsAWholeIsNotMeant() {
			for (Pages pages : List.of(paths("/"), new Pages(Set.of("GET"), Set.of(), Set.of(), List.of()),
					new Pages(Set.of(), Set.of("a"), Set.of(), List.of()),
					new Pages(Set.of(), Set.of(), Set.of(), List.of(ValuePattern.of(".*"))))) {
				assertThat(matched(rules(rule("r", ServiceMatcher.EVERY, pages)), service("https://a")))
					.isEqualTo("none");
			}
		}

	}

	@Nested
	class Whom {

		@Test
		void whenAnyValueIsAskedForThenOneSuffices() {
			Condition condition = values("group", false, "a", "b");
			assertThat(holds(condition, attributes("group", "b", "c"))).isTrue();
			assertThat(holds(condition, attributes("group", "B"))).isFalse();
			assertThat(holds(condition, attributes("other", "a"))).isFalse();
		}

		@Test
		void whenAllValuesAreAskedForThenEach() {
			Condition condition = values("group", true, "a", "b");
			assertThat(holds(condition, attributes("group", "b", "c", "a"))).isTrue();
			assertThat(holds(condition, attributes("group", "a"))).isFalse();
		}

		@Test
		void whenAGroupIsADistinguishedNameThenItsSpellingDoesNotMatter() {
			Condition condition = new Condition.Values("memberOf", Set.of("cn=Staff,ou=groups,dc=example,dc=edu"), false,
					Condition.Comparison.NAME);
			assertThat(holds(condition, attributes("memberOf", "CN=staff, OU=Groups,DC=example,dc=EDU"))).isTrue();
			assertThat(holds(condition, attributes("memberOf", "cn=staff,ou=groups,dc=example"))).isFalse();
		}

		@ParameterizedTest
		@CsvSource(delimiter = '|',
				value = { "uid=alice,ou=people,dc=example,dc=edu | true", "ou=people,dc=example,dc=edu | true",
						"UID=alice, OU=People ,DC=Example,DC=Edu | true", "uid=a,ou=x,ou=people,dc=example,dc=edu | true",
						"uid=alice,ou=otherpeople,dc=example,dc=edu | false", "dc=example,dc=edu | false",
						"uid=x\\,ou=people\\,dc=example\\,dc=edu | false",
						"uid=\"x,ou=people,dc=example,dc=edu\" | false",
						"uid=alice,ou=people,dc=example,dc=edu,dc=evil | false", "no name | false",
						"uid=alice+cn=x,ou=people,dc=example,dc=edu | true" })
		void whenASuffixThenNamesBelowItPartByPart(String name, boolean expected) {
			Condition condition = new Condition.Within("entryDN", Map.of("ou=people,dc=example,dc=edu",
					DistinguishedName.of("ou=people,dc=example,dc=edu")));
			assertThat(holds(condition, attributes("entryDN", name))).isEqualTo(expected);
		}

		@ParameterizedTest
		@ValueSource(strings = { "", " ", "people", "=x", ",", "ou=a,," })
		void whenASuffixIsNoNameThenSaid(String text) {
			assertThatIllegalArgumentException().isThrownBy(() -> DistinguishedName.of(text))
				.withMessageContaining("is no distinguished name");
		}

		@ParameterizedTest
		@CsvSource({ "10.0.0.0/8, 10.1.2.3, true", "10.0.0.0/8, 11.0.0.1, false", "10.1.2.3, 10.1.2.3, true",
				"10.1.2.0/23, 10.1.3.255, true", "10.1.2.0/23, 10.1.4.0, false", "0.0.0.0/0, 203.0.113.9, true",
				"10.0.0.0/8, ::ffff:10.1.2.3, true", "2001:db8::/32, 2001:db8:ffff::1, true",
				"2001:db8::/32, 2001:db9::1, false", "0.0.0.0/0, 2001:db8::1, false", "::/0, 10.1.2.3, false",
				"fe80::/10, fe80::1%eth0, true", "10.0.0.0/8, 10.1, false", "10.0.0.0/8, localhost, false",
				"10.0.0.0/8, '', false" })
		void whenANetworkThenItsAddresses(String network, String address, boolean expected) {
			assertThat(new Condition.From(List.of(Network.of(network))).holds(subject(ResolvedAttributes.NONE), address,
					NOW))
				.isEqualTo(expected);
		}

		@ParameterizedTest
		@ValueSource(strings = { "10.0.0.5/8", "10.0.0.0/33", "10.0.0.0/", "10.1/16", "campus", "2001:db8::/129", "/8", "",
				"10.0.0.0/8/8", "10.0.0.256" })
		void whenANetworkIsMalformedThenSaid(String text) {
			assertThatIllegalArgumentException().isThrownBy(() -> Network.of(text));
		}

		@ParameterizedTest
		@CsvSource({ "WEDNESDAY, 08:00, 18:00, true", "WEDNESDAY, 12:30, 18:00, true", "WEDNESDAY, 08:00, 12:30, false",
				"THURSDAY, 08:00, 18:00, false", "WEDNESDAY, 00:00, 00:00, true", "WEDNESDAY, 08:00, 00:00, true",
				"TUESDAY, 22:00, 13:00, true", "TUESDAY, 22:00, 12:00, false", "WEDNESDAY, 22:00, 13:00, false" })
		void whenTimesThenThoseOfTheZone(DayOfWeek day, LocalTime from, LocalTime to, boolean expected) {
			assertThat(holds(new Condition.During(Set.of(day), from, to, ZoneId.of("Europe/Berlin")),
					ResolvedAttributes.NONE))
				.isEqualTo(expected);
		}

		@Test
		void whenUnlessHoldsThenTheRuleDoesNotApply() {
			AccessRules rules = rules(new AccessRule("r", Set.of(), ServiceMatcher.EVERY, Pages.EVERY,
					List.of(values("affiliation", false, "staff")),
					List.of(values("group", false, "a"), new Condition.From(List.of(Network.of("10.0.0.0/8")))),
					new Effect.Permit()));
			ResolvedAttributes both = new ResolvedAttributes(
					Map.of("affiliation", List.of(new AttributeValue.Text("staff")), "group", List.of(new AttributeValue.Text("a"))));
			Target target = service("https://a");
			assertThat(rules.match(target, subject(both), NOW)).isEmpty();
			assertThat(rules.match(new Target(target.service(), null, "192.0.2.1"), subject(both), NOW)).isPresent();
			assertThat(rules.match(target, subject(attributes("affiliation", "staff")), NOW)).isPresent();
		}

	}

	@Nested
	class Effects {

		@Test
		void whenNoRuleAppliesThenTheProtocolDecides() {
			AccessPolicy policy = policy();
			assertThat(policy.decide(service("https://a"), subject(ResolvedAttributes.NONE)))
				.isEqualTo(new Decision.Permit("no rule"));
			assertThat(policy.decide(page("GET", "www.example.edu", "/"), subject(ResolvedAttributes.NONE)))
				.isEqualTo(new Decision.Deny("no rule", null, null));
		}

		@Test
		void whenAStrongerClassIsDemandedThenOnlyThoseWithoutStepUp() {
			AccessPolicy policy = policy(effect(new Effect.StepUp(List.of("mfa"), null)));
			assertThat(policy.decide(service("https://a"), subject(ResolvedAttributes.NONE)))
				.isEqualTo(new Decision.StepUp("r", List.of("mfa"), null));
			assertThat(policy.decide(service("https://a"), subject(ResolvedAttributes.NONE, "mfa"::equals, NOW)))
				.isEqualTo(new Decision.Permit("r"));
		}

		@Test
		void whenAnAgeIsDemandedThenItsEndIsStillYoungEnough() {
			AccessPolicy policy = policy(effect(new Effect.StepUp(List.of(), Duration.ofMinutes(15))));
			assertThat(policy.decide(service("https://a"),
					subject(ResolvedAttributes.NONE, all -> false, NOW.minus(Duration.ofMinutes(15)))))
				.isEqualTo(new Decision.Permit("r"));
			assertThat(policy.decide(service("https://a"),
					subject(ResolvedAttributes.NONE, all -> false, NOW.minus(Duration.ofMinutes(15)).minusMillis(1))))
				.isInstanceOf(Decision.StepUp.class);
		}

		@Test
		void whenAServiceBringsRulesThenTheyComeFirst() {
			AccessRules own = rules(new AccessRule("own", Set.of(), ServiceMatcher.EVERY, Pages.EVERY,
					List.of(values("group", false, "a")), List.of(), new Effect.Permit()));
			AccessPolicy policy = new RuleBasedAccessPolicy(
					List.of(service -> service.id().equals("https://a") ? own : AccessRules.NONE),
					rules(effect(new Effect.Deny(null, null, Map.of()))), Set.of(), () -> NOW);
			assertThat(policy.decide(service("https://a"), subject(attributes("group", "a"))))
				.isEqualTo(new Decision.Permit("own"));
			assertThat(policy.decide(service("https://a"), subject(ResolvedAttributes.NONE)).rule()).isEqualTo("r");
			assertThat(policy.decide(service("https://b"), subject(attributes("group", "a"))).rule()).isEqualTo("r");
		}

		@ParameterizedTest
		@CsvSource({ "de, Nein", "de-AT, Nein", "en, No", "it, No" })
		void whenTheTextIsTranslatedThenTheUsersLanguageElseTheText(String language, String expected) {
			assertThat(new Decision.Deny("r", "No", null, Map.of("de", "Nein"))
				.missing(Locale.forLanguageTag(language))).isEqualTo(expected);
		}

	}

	@Nested
	class Precedence {

		@Test
		void whenFirstMatchThenTheOrderOfTheFile() {
			AccessRules rules = rules(rule("all", ServiceMatcher.EVERY, Pages.EVERY),
					rule("one", services("https://a"), Pages.EVERY));
			assertThat(matched(rules, service("https://a"))).isEqualTo("all");
		}

		@Test
		void whenMostSpecificThenServiceHostPathMethodProtocolAndConditionsInThatOrder() {
			List<AccessRule> ascending = List.of(rule("all", ServiceMatcher.EVERY, Pages.EVERY),
					new AccessRule("condition", Set.of(), ServiceMatcher.EVERY, Pages.EVERY,
							List.of(values("group", false, "a")), List.of(), new Effect.Permit()),
					new AccessRule("protocol", Set.of(GATE), ServiceMatcher.EVERY, Pages.EVERY, List.of(), List.of(),
							new Effect.Permit()),
					rule("method", ServiceMatcher.EVERY, new Pages(Set.of("GET"), Set.of(), Set.of(), List.of())),
					rule("path pattern", ServiceMatcher.EVERY,
							new Pages(Set.of(), Set.of(), Set.of(), List.of(ValuePattern.of(".*")))),
					rule("root", ServiceMatcher.EVERY, paths("/")), rule("path", ServiceMatcher.EVERY, paths("/x")),
					rule("longer path", ServiceMatcher.EVERY, paths("/x/y")), rule("edu", ServiceMatcher.EVERY, host("*.edu")),
					rule("example", ServiceMatcher.EVERY, host("*.example.edu")),
					rule("host", ServiceMatcher.EVERY, host("www.example.edu")),
					rule("service pattern",
							new ServiceMatcher(false, Set.of(), List.of(ValuePattern.of(".*")), Set.of()), Pages.EVERY),
					rule("category", ServiceMatcher.ofCategories(Set.of("urn:category")), Pages.EVERY),
					rule("service", services("https://www"), Pages.EVERY));
			Target target = new Target(new TestService(GATE, "https://www", Set.of("urn:category")),
					new Resource("GET", "www.example.edu", "/x/y/z"), ADDRESS);
			for (int i = 1; i <= ascending.size(); i++) {
				AccessRules rules = new AccessRules(ascending.subList(0, i), Order.MOST_SPECIFIC);
				assertThat(rules.match(target, subject(attributes("group", "a")), NOW).orElseThrow().name())
					.isEqualTo(ascending.get(i - 1).name());
			}
		}

		@Test
		void whenEquallySpecificThenDenialBeforeStepUpBeforePermissionAndThenTheFirst() {
			AccessRule permit = effect(new Effect.Permit());
			AccessRule stepUp = new AccessRule("step-up", Set.of(), ServiceMatcher.EVERY, Pages.EVERY, List.of(),
					List.of(), new Effect.StepUp(List.of("mfa"), null));
			AccessRule deny = new AccessRule("deny", Set.of(), ServiceMatcher.EVERY, Pages.EVERY, List.of(), List.of(),
					new Effect.Deny(null, null, Map.of()));
			AccessRule second = new AccessRule("second", Set.of(), ServiceMatcher.EVERY, Pages.EVERY, List.of(),
					List.of(), new Effect.Deny(null, null, Map.of()));
			assertThat(matched(new AccessRules(List.of(permit, stepUp, deny, second), Order.MOST_SPECIFIC),
					service("https://a")))
				.isEqualTo("deny");
			assertThat(matched(new AccessRules(List.of(permit, stepUp), Order.MOST_SPECIFIC), service("https://a")))
				.isEqualTo("step-up");
		}

	}

	/** What is measured is how many rules are looked at, which does not vary. */
	@Nested
	class Costs {

		@ParameterizedTest
		@EnumSource(Order.class)
		void whenThereAreTenThousandRulesThenNoMoreAreExaminedThanOfTen(Order order) {
			for (List<AccessRule> some : List.of(ofServices(10_000), ofHosts(10_000), ofPaths(10_000))) {
				AccessRules many = new AccessRules(some, order);
				AccessRules few = new AccessRules(some.subList(0, 10), order);
				assertThat(many.size()).isEqualTo(10_000);
				for (Target target : List.of(service("https://s7"), page("GET", "h7.example.edu", "/p7/x"),
						page("GET", "h7.example.edu", "/p7/" + "x/".repeat(2000)))) {
					int examined = many.first(target, rule -> false).examined();
					assertThat(examined).isLessThanOrEqualTo(1)
						.isEqualTo(few.first(target, rule -> false).examined());
				}
			}
		}

		@Test
		void whenRulesOfAllKindsAreMixedThenTheFirstInOrderIsFoundAmongThose() {
			List<AccessRule> all = new ArrayList<>();
			for (int i = 0; i < 3000; i++) {
				all.add(ofServices(3000).get(i));
				all.add(ofHosts(3000).get(i));
				all.add(ofPaths(3000).get(i));
			}
			AccessRules rules = new AccessRules(all, Order.FIRST_MATCH);
			List<String> found = new ArrayList<>();
			AccessRules.Found result = rules.first(
					new Target(new TestService(GATE, "https://s9", Set.of()),
							new Resource("GET", "h5.example.edu", "/p3/p4"), ADDRESS),
					rule -> !found.add(rule.name()));
			assertThat(found).containsExactly("path 3", "host 5", "service 9");
			assertThat(result.examined()).isEqualTo(3);
		}

		@Test
		void whenARuleNamesTooManyCombinationsThenSaid() {
			Set<String> many = names("https://s", 101);
			assertThatIllegalArgumentException()
				.isThrownBy(() -> rules(rule("r", new ServiceMatcher(false, many, List.of(), Set.of()),
						new Pages(Set.of(), Set.of(), names("/p", 101), List.of()))))
				.withMessageContaining("make several rules of it");
		}

		private static Set<String> names(String prefix, int count) {
			return Stream.iterate(0, i -> i + 1).limit(count).map(i -> prefix + i).collect(Collectors.toSet());
		}

		private static List<AccessRule> ofServices(int count) {
			return numbered(count, i -> rule("service " + i, services("https://s" + i), Pages.EVERY));
		}

		private static List<AccessRule> ofHosts(int count) {
			return numbered(count, i -> rule("host " + i, ServiceMatcher.EVERY, host("h" + i + ".example.edu")));
		}

		private static List<AccessRule> ofPaths(int count) {
			return numbered(count, i -> rule("path " + i, ServiceMatcher.EVERY, paths("/p" + i)));
		}

		private static List<AccessRule> numbered(int count, IntFunction<AccessRule> rule) {
			return IntStream.range(0, count).mapToObj(rule).toList();
		}

	}

	private static AccessRules rules(AccessRule... rules) {
		return new AccessRules(List.of(rules), Order.FIRST_MATCH);
	}

	private static AccessPolicy policy(AccessRule... rules) {
		return new RuleBasedAccessPolicy(List.of(), rules(rules), Set.of(GATE), () -> NOW);
	}

	private static AccessRule rule(String name, ServiceMatcher services, Pages pages) {
		return new AccessRule(name, Set.of(), services, pages, List.of(), List.of(), new Effect.Permit());
	}

	private static AccessRule effect(Effect effect) {
		return new AccessRule("r", Set.of(), ServiceMatcher.EVERY, Pages.EVERY, List.of(), List.of(), effect);
	}

	private static ServiceMatcher services(String... ids) {
		return new ServiceMatcher(false, Set.of(ids), List.of(), Set.of());
	}

	private static Pages paths(String... prefixes) {
		return new Pages(Set.of(), Set.of(), Set.of(prefixes), List.of());
	}

	private static Pages host(String host) {
		return new Pages(Set.of(), Set.of(host), Set.of(), List.of());
	}

	private static Condition values(String attribute, boolean all, String... values) {
		return new Condition.Values(attribute, Set.of(values), all, Condition.Comparison.EXACT);
	}

	private static ResolvedAttributes attributes(String id, String... values) {
		return new ResolvedAttributes(Map.of(id, Stream.of(values).<AttributeValue>map(AttributeValue.Text::new).toList()));
	}

	private static boolean holds(Condition condition, ResolvedAttributes attributes) {
		return condition.holds(subject(attributes), ADDRESS, NOW);
	}

	private static Subject subject(ResolvedAttributes attributes) {
		return subject(attributes, all -> false, NOW);
	}

	private static Subject subject(ResolvedAttributes attributes, Predicate<String> satisfies, Instant at) {
		return new Subject("alice", attributes, satisfies, at);
	}

	private static String matched(AccessRules rules, Target target) {
		return rules.match(target, subject(ResolvedAttributes.NONE), NOW).map(AccessRule::name).orElse("none");
	}

	private static String matched(AccessRules rules, Service service) {
		return matched(rules, new Target(service, null, ADDRESS));
	}

	private static Target service(String id) {
		return new Target(new TestService(SAML, id, Set.of()), null, ADDRESS);
	}

	private static Target page(String method, String host, String path) {
		return new Target(new TestService(GATE, "https://www", Set.of()), new Resource(method, host, path), ADDRESS);
	}

	/** A service of some protocol. */
	private record TestService(ProtocolId protocol, String id, Set<String> entityCategories) implements Service {

		@Override
		public DisplayInfo display() {
			return DisplayInfo.NONE;
		}

		@Override
		public Optional<String> address() {
			return Optional.empty();
		}

	}

}
