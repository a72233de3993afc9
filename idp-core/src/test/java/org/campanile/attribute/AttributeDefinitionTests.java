package org.campanile.attribute;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class AttributeDefinitionTests {

	private static final String LONG = "a".repeat(127);

	@ParameterizedTest(name = "{0}")
	@MethodSource("cases")
	void whenDefinedThenSourceValuesBecomeThese(String title, AttributeDefinition definition, List<String> sources,
			List<String> expected) {
		Inputs entry = Inputs.entry();
		if (!sources.isEmpty()) {
			entry.with("source", sources.toArray(String[]::new));
		}
		assertThat(entry.resolvedBy(definition)).containsExactlyElementsOf(expected);
	}

	static Stream<Arguments> cases() {
		AttributeDefinition prescoped = new PrescopedDefinition("a", "source", Set.of("Example.EDU", "uni.example"));
		AttributeDefinition subjectId = new SubjectIdDefinition("a", "source", "example.edu");
		MappedDefinition dropping = new MappedDefinition("a", "source",
				Map.of("MA", List.of("staff", "member"), "stud", List.of("student", "member")), false);
		MappedDefinition keeping = new MappedDefinition("a", "source", dropping.table(), true);
		return Stream.of(
				arguments("simple copies", new SimpleDefinition("a", "source"), List.of("x", "y"), List.of("x", "y")),
				arguments("simple of nothing", new SimpleDefinition("a", "source"), List.of(), List.of()),
				arguments("repeated values once", new SimpleDefinition("a", "source"), List.of("x", "x"), List.of("x")),
				arguments("empty values not at all", new SimpleDefinition("a", "source"), List.of("", "x"),
						List.of("x")),
				arguments("scoped appends", new ScopedDefinition("a", "source", "example.edu"),
						List.of("staff", "member"), List.of("staff@example.edu", "member@example.edu")),
				arguments("scoped refuses a second scope", new ScopedDefinition("a", "source", "example.edu"),
						List.of("staff@evil.example", "member"), List.of("member@example.edu")),
				arguments("prescoped lets ours through, spelt as configured", prescoped,
						List.of("alice@example.edu", "carol@EXAMPLE.edu", "bob@uni.example"),
						List.of("alice@Example.EDU", "carol@Example.EDU", "bob@uni.example")),
				arguments("prescoped refuses others", prescoped,
						List.of("alice@evil.example", "alice", "@example.edu", "alice@", "a@evil@example.edu",
								"alice@sub.example.edu"),
						List.of()),
				arguments("regex rewrites what matches as a whole", regex("cn=([^,]+),ou=groups", "g:$1"),
						List.of("cn=wiki,ou=groups", "xcn=wiki,ou=groups", "cn=mail,ou=groups"),
						List.of("g:wiki", "g:mail")),
				arguments("regex with a dollar sign and an absent group", regex("(a)|(b)", "$$$0-$2"),
						List.of("a", "b"), List.of("$a-", "$b-b")),
				arguments("regex making nothing makes no value", regex("a(b*)", "$1"), List.of("a", "abb"),
						List.of("bb")),
				arguments("static whatever the directory says", StaticDefinition.ofTexts("a", List.of("x")),
						List.of("y"), List.of("x")),
				arguments("mapped drops", dropping, List.of("ma", "STUD", "guest"),
						List.of("staff", "member", "student")),
				arguments("mapped keeps", keeping, List.of("stud", "guest"), List.of("student", "member", "guest")),
				arguments("subject-id", subjectId, List.of("ab=-9"), List.of("ab=-9@example.edu")),
				arguments("subject-id of the longest source", subjectId, List.of(LONG), List.of(LONG + "@example.edu")),
				arguments("subject-id of too long a source", subjectId, List.of(LONG + "a"), List.of()),
				arguments("subject-id of another alphabet", subjectId, List.of("a.b"), List.of()),
				arguments("subject-id beginning with a hyphen", subjectId, List.of("-ab"), List.of()),
				arguments("subject-id of a source with our scope", subjectId, List.of("ab@EXAMPLE.edu"),
						List.of("ab@example.edu")),
				arguments("subject-id of a source with another scope", subjectId, List.of("ab@evil.example"),
						List.of()),
				arguments("subject-id of several", subjectId, List.of("a", "b"), List.of()),
				arguments("subject-id of none", subjectId, List.of(), List.of()),
				arguments("principal", new PrincipalDefinition("a"), List.of("x"), List.of("alice")));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("templates")
	void whenTemplateThenSourcesAreFilledIn(String template, List<String> givenNames, List<String> surnames,
			List<String> expected) {
		Inputs entry = Inputs.entry()
			.with("givenName", givenNames.toArray(String[]::new))
			.with("sn", surnames.toArray(String[]::new));
		assertThat(entry.resolvedBy(new TemplateDefinition("a", template))).containsExactlyElementsOf(expected);
	}

	static Stream<Arguments> templates() {
		return Stream.of(arguments("{givenName} {sn}", List.of("Ada"), List.of("Lovelace"), List.of("Ada Lovelace")),
				arguments("{givenName} {sn}", List.of("Ada", "Augusta"), List.of("King"),
						List.of("Ada King", "Augusta King")),
				arguments("{sn}, {givenName}", List.of("Ada"), List.of("King", "Byron"),
						List.of("King, Ada", "Byron, Ada")),
				arguments("{givenName} {sn}", List.of("Ada", "Augusta"), List.of("King", "Byron"), List.of()),
				arguments("{givenName} {sn}", List.of(), List.of("King"), List.of()),
				arguments("{{{sn}}}", List.of(), List.of("King"), List.of("{King}")),
				arguments("{sn}-{sn}", List.of(), List.of("a", "b"), List.of("a-a", "b-b")),
				arguments("{sn}", List.of(), List.of("{givenName}"), List.of("{givenName}")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "no source", "{", "{}", "{sn", "sn}", "" })
	void whenTemplateIsMalformedThenItIsRefused(String template) {
		assertThatIllegalArgumentException().isThrownBy(() -> new TemplateDefinition("a", template))
			.withMessageStartingWith("template '" + template + "'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "$2", "$", "x$y" })
	void whenReplacementNamesNoGroupThenItIsRefused(String replacement) {
		assertThatIllegalArgumentException().isThrownBy(() -> regex("(a)", replacement));
	}

	@ParameterizedTest
	@ValueSource(strings = { "(a)\\1", "a(?=b)", "(" })
	void whenPatternIsNotLinearThenItIsRefused(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> ValuePattern.of(pattern)).withMessageContaining("RE2");
	}

	@Test
	void whenPatternWouldBacktrackForAgesThenItIsMatchedAtOnce() {
		String hostile = "a".repeat(20_000) + "!";
		assertThat(Inputs.entry().with("source", hostile).resolvedBy(regex("(a*)*b|(a|aa)+c", "$0"))).isEmpty();
	}

	@Test
	void whenBinaryThenBytesAreKept() {
		byte[] guid = { (byte) 0xff, 0, 1, (byte) 0x80 };
		ResolvedAttributes attributes = Inputs.entry()
			.withBytes("objectGUID;binary", guid)
			.resolved(new BinaryDefinition("a", "objectGUID"));
		assertThat(attributes.get("a")).containsExactly(new AttributeValue.Binary(guid));
		assertThat(attributes.get("a").get(0).text()).isEqualTo("/wABgA==");
	}

	@Test
	void whenScopeIsNoneOfTheProfileThenSubjectIdIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new SubjectIdDefinition("a", "uid", "exa mple"));
	}

	@Test
	void whenDefinitionNamesAnotherThenItReadsThatOne() {
		assertThat(Inputs.entry()
			.with("employeeType", "MA")
			.resolvedBy(new ScopedDefinition("b", "a", "example.edu"),
					new MappedDefinition("a", "employeeType", Map.of("MA", List.of("staff")), false),
					new RegexDefinition("c", "b", ValuePattern.of("(.*)@.*"), "$1!")))
			.containsExactly("staff!");
	}

	@Test
	void whenDefinitionNamesItselfThenItReadsTheSource() {
		assertThat(Inputs.entry()
			.with("mail", "ALICE@example.edu", "alice@private.example")
			.resolvedBy(new RegexDefinition("mail", "mail", ValuePattern.of("(?i).*@example\\.edu"), "$0"),
					new SimpleDefinition("copy", "mail")))
			.containsExactly("ALICE@example.edu");
	}

	@Test
	void whenDirectoryHoldsMarkupThenItArrivesAsItIs() {
		String markup = "</saml:AttributeValue><x a=\"&amp;\">]]>";
		assertThat(Inputs.entry().with("source", markup).resolvedBy(new SimpleDefinition("a", "source")))
			.containsExactly(markup);
	}

	@ParameterizedTest
	@MethodSource("whatXmlCannotCarry")
	void whenXmlCannotCarryAValueThenThatValueIsLeftOut(byte[] hostile) {
		byte[] good = "good".getBytes(StandardCharsets.UTF_8);
		Inputs entry = Inputs.entry().withBytes("source", hostile, good);
		assertThat(entry.resolvedBy(new SimpleDefinition("a", "source"))).containsExactly("good");
		assertThat(entry.resolvedBy(new ScopedDefinition("a", "source", "example.edu")))
			.containsExactly("good@example.edu");
		assertThat(entry.resolvedBy(new TemplateDefinition("a", "<{source}>"))).containsExactly("<good>");
	}

	static Stream<byte[]> whatXmlCannotCarry() {
		return Stream.of("a\0b".getBytes(StandardCharsets.UTF_8), new byte[] { 'a', 0x1b },
				"\uFFFE".getBytes(StandardCharsets.UTF_8), new byte[] { (byte) 0xff, (byte) 0xfe },
				// An encoded lone surrogate, an overlong encoding of a slash, and a
				// truncated sequence.
				new byte[] { (byte) 0xed, (byte) 0xa0, (byte) 0x80 }, new byte[] { (byte) 0xc0, (byte) 0xaf },
				new byte[] { 'a', (byte) 0xe2, (byte) 0x82 });
	}

	@Test
	void whenTextIsBeyondTheBasicPlaneThenItIsKept() {
		assertThat(Inputs.entry().with("source", "\uD83D\uDE00 Zoë\t").resolvedBy(new SimpleDefinition("a", "source")))
			.containsExactly("\uD83D\uDE00 Zoë\t");
	}

	@Test
	void whenLoneSurrogateIsConfiguredThenItIsLeftOut() {
		assertThat(Inputs.entry().resolvedBy(StaticDefinition.ofTexts("a", List.of("x\uD800")))).isEmpty();
	}

	@Test
	void whenAnAttributeIsTooLargeThenItIsLeftOutAsAWhole() {
		String[] groups = Stream.iterate(0, i -> i + 1)
			.limit(1000)
			.map(i -> "cn=group-" + i + ",ou=groups,dc=example,dc=university,dc=edu")
			.toArray(String[]::new);
		ResolvedAttributes attributes = Inputs.entry()
			.with("isMemberOf", groups)
			.with("sn", "King")
			.resolved(new SimpleDefinition("isMemberOf", "isMemberOf"), new SimpleDefinition("sn", "sn"));
		assertThat(attributes.values()).containsOnlyKeys("principal", "sn");
	}

	private static RegexDefinition regex(String pattern, String replacement) {
		return new RegexDefinition("a", "source", ValuePattern.of(pattern), replacement);
	}

}
