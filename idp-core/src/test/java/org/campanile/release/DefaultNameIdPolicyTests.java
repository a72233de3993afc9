package org.campanile.release;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class DefaultNameIdPolicyTests {

	private static final String IDP = "https://login.example.edu/idp";

	private static final String X509 = "urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName";

	private static final IdentifierSalt SALT = new IdentifierSalt(new byte[32]);

	private static final ResolvedAttributes ALICE = new ResolvedAttributes(
			Map.of("mail", List.of(new AttributeValue.Text("alice@example.edu"))));

	private final DefaultNameIdPolicy policy = new DefaultNameIdPolicy(NameIdSettings.defaults(IDP), SALT);

	@ParameterizedTest(name = "{0}")
	@MethodSource("choices")
	void whenAskedThenTheFormatIs(String title, @Nullable String requested, Services service,
			@Nullable String expected) {
		Optional<NameId> nameId = policy.nameIdFor(session("alice", 1), ALICE, service.build(),
				new NameIdRequest(requested, null));
		assertThat(nameId.map(NameId::format)).isEqualTo(Optional.ofNullable(expected));
	}

	static Stream<Arguments> choices() {
		return Stream.of(arguments("nothing said: the default", null, Services.wiki(), NameId.TRANSIENT),
				arguments("the request", NameId.PERSISTENT, Services.wiki(), NameId.PERSISTENT),
				arguments("the request before settings and metadata", NameId.EMAIL_ADDRESS,
						Services.wiki()
							.overridden(Set.of(), Set.of(), NameId.PERSISTENT)
							.metadataFormats(NameId.TRANSIENT),
						NameId.EMAIL_ADDRESS),
				arguments("settings before metadata", null,
						Services.wiki()
							.overridden(Set.of(), Set.of(), NameId.UNSPECIFIED)
							.metadataFormats(NameId.PERSISTENT),
						NameId.UNSPECIFIED),
				arguments("settings, the first that can be had", null,
						Services.wiki().overridden(Set.of(), Set.of(), X509, NameId.EMAIL_ADDRESS),
						NameId.EMAIL_ADDRESS),
				arguments("metadata, the first that can be had", null,
						Services.wiki().metadataFormats(X509, "", NameId.PERSISTENT, NameId.TRANSIENT),
						NameId.PERSISTENT),
				arguments("unspecified in metadata is no wish", null,
						Services.wiki().metadataFormats(NameId.UNSPECIFIED, NameId.EMAIL_ADDRESS),
						NameId.EMAIL_ADDRESS),
				arguments("metadata of formats unknown here: the default", null, Services.wiki().metadataFormats(X509),
						NameId.TRANSIENT),
				arguments("an unspecified request is none", NameId.UNSPECIFIED,
						Services.wiki().metadataFormats(NameId.PERSISTENT), NameId.PERSISTENT),
				arguments("an empty request is none", "", Services.wiki(), NameId.TRANSIENT),
				arguments("a format unknown here", X509, Services.wiki(), null),
				arguments("a format unknown to all", "urn:x:nonsense", Services.wiki(), null));
	}

	@Test
	void whenThePersonHasNoMailThenAnEmailAddressCannotBeHad() {
		assertThat(policy.nameIdFor(session("alice", 1), ResolvedAttributes.NONE, Services.wiki().build(),
				new NameIdRequest(NameId.EMAIL_ADDRESS, null)))
			.isEmpty();
		assertThat(policy.nameIdFor(session("alice", 1), ResolvedAttributes.NONE,
				Services.wiki().metadataFormats(NameId.EMAIL_ADDRESS).build(), NameIdRequest.ANY))
			.map(NameId::format)
			.contains(NameId.TRANSIENT);
	}

	@Test
	void whenQualifiedForAnAffiliationThenThereIsNone() {
		assertThat(make("alice", NameId.PERSISTENT, "https://affiliation.example")).isEmpty();
		assertThat(make("alice", NameId.PERSISTENT, Services.WIKI)).isPresent();
	}

	@Test
	void whenTransientThenItLastsForTheSessionAndTellsNothing() {
		String first = transientOf(session("alice", 1), Services.wiki());
		assertThat(first).matches("_[0-9a-f]{64}").isEqualTo(transientOf(session("alice", 1), Services.wiki()));
		assertThat(first).isNotEqualTo(transientOf(session("alice", 2), Services.wiki()))
			.isNotEqualTo(transientOf(session("alice", 1), Services.service("https://other.example")));
	}

	@Test
	void whenPersistentThenItLastsAndIsQualified() {
		NameId alice = make("alice", NameId.PERSISTENT, null).orElseThrow();
		assertThat(alice.value()).matches("[a-z2-7]{52}");
		assertThat(alice.nameQualifier()).isEqualTo(IDP);
		assertThat(alice.spNameQualifier()).isEqualTo(Services.WIKI);
		assertThat(make("alice", NameId.PERSISTENT, null)).contains(alice);
		assertThat(make("bob", NameId.PERSISTENT, null).orElseThrow().value()).isNotEqualTo(alice.value());
	}

	@Test
	void whenPersistentAndPairwiseShareASaltThenTheyHaveNothingInCommon() {
		String persistent = make("alice", NameId.PERSISTENT, null).orElseThrow().value();
		ResolvedAttributes attributes = new ResolvedAttributes(
				Map.of("principal", List.of(new AttributeValue.Text("alice"))));
		AttributeValue pairwise = new PairwiseIds(IdentifierAlgorithm.HMAC_SHA256, SALT, "principal",
				Optional.of("example.edu"))
			.compute(attributes, Services.WIKI)
			.orElseThrow();
		assertThat(pairwise.text()).isNotEqualTo(persistent + "@example.edu");
	}

	@Test
	void whenPersistentSourceHasNotExactlyOneValueThenThereIsNone() {
		NameIdSettings settings = new NameIdSettings(IDP, NameId.TRANSIENT, Map.of(), "employeeNumber",
				IdentifierAlgorithm.HMAC_SHA256);
		DefaultNameIdPolicy byNumber = new DefaultNameIdPolicy(settings, SALT);
		List<AttributeValue> two = List.of(new AttributeValue.Text("1"), new AttributeValue.Text("2"));
		for (List<AttributeValue> values : List.of(two, List.<AttributeValue>of())) {
			assertThat(byNumber.nameIdFor(session("alice", 1), new ResolvedAttributes(Map.of("employeeNumber", values)),
					Services.wiki().build(), new NameIdRequest(NameId.PERSISTENT, null)))
				.isEmpty();
		}
	}

	@Test
	void whenUnspecifiedThenItIsTheCanonicalNameAsXmlCanCarryIt() {
		Services service = Services.wiki().overridden(Set.of(), Set.of(), NameId.UNSPECIFIED);
		assertThat(policy.nameIdFor(session("<a&b>", 1), ALICE, service.build(), NameIdRequest.ANY))
			.contains(new NameId("<a&b>", NameId.UNSPECIFIED, null, null));
		assertThat(policy.nameIdFor(session("a\0b", 1), ALICE, service.build(), NameIdRequest.ANY)).map(NameId::format)
			.contains(NameId.TRANSIENT);
	}

	@Test
	void whenAskedForMetadataThenEveryFormatIsListed() {
		assertThat(policy.supportedFormats()).containsExactly(NameId.TRANSIENT, NameId.PERSISTENT, NameId.EMAIL_ADDRESS,
				NameId.UNSPECIFIED);
	}

	private Optional<NameId> make(String principal, String format, @Nullable String qualifier) {
		return policy.nameIdFor(session(principal, 1), ALICE, Services.wiki().build(),
				new NameIdRequest(format, qualifier));
	}

	private String transientOf(SsoSession session, Services service) {
		return policy.nameIdFor(session, ALICE, service.build(), NameIdRequest.ANY).orElseThrow().value();
	}

	private static SsoSession session(String principal, int secret) {
		byte[] octets = new byte[32];
		octets[0] = (byte) secret;
		Instant at = Instant.parse("2026-11-20T12:00:00Z");
		return new SsoSession(new SessionKey("00".repeat(32)), principal, principal, at, "urn:x", ALICE, at, octets, at,
				at.plusSeconds(3600), at.plusSeconds(600), List.of());
	}

}
