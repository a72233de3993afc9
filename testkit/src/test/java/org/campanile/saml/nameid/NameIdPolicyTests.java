package org.campanile.saml.nameid;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.identifier.PersistentIds;
import org.campanile.release.IdentifierAlgorithm;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.PairwiseIds;
import org.campanile.release.ReleaseServices;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.saml.Saml;
import org.campanile.saml.logout.LogoutRequest;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.seal.RecordSealing;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.identifier.RecordingPersistentIdStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class NameIdPolicyTests {

	private static final String IDP = "https://login.example.edu/idp";

	private static final String X509 = "urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName";

	private static final IdentifierSalt SALT = new IdentifierSalt(new byte[32]);

	private static final ResolvedAttributes ALICE = new ResolvedAttributes(
			Map.of("mail", List.of(new AttributeValue.Text("alice@example.edu"))));

	private static final ReleasedAttributes MAIL = new ReleasedAttributes(
			List.of(new ReleasedAttribute("mail", ALICE.get("mail"))));

	private static final ReleasedAttributes NOTHING = new ReleasedAttributes(List.of());

	private static final ResolvedAttributes IMMUTABLE = new ResolvedAttributes(
			Map.of("ImmutableID", List.of(new AttributeValue.Text("q83vEg=="), new AttributeValue.Text("another"))));

	private final RecordingPersistentIdStore store = new RecordingPersistentIdStore();

	private final PersistentIds ids = new PersistentIds(store, new RecordSealing(SALT.bytes(), new SecureRandom()),
			"principal", InstantSource.system(), new SecureRandom());

	private final NameIdPolicy policy = new NameIdPolicy(settings(false), SALT, Optional.empty());

	@ParameterizedTest(name = "{0}")
	@MethodSource("choices")
	void whenAskedThenTheFormatIs(String title, @Nullable String requested, ReleaseServices service,
			@Nullable String expected) throws Exception {
		Optional<NameId> nameId = policy.nameIdFor(session("alice", 1), MAIL, service.build(),
				new NameIdRequest(requested, null));
		assertThat(nameId.map(NameId::format)).isEqualTo(Optional.ofNullable(expected));
	}

	static Stream<Arguments> choices() {
		return Stream.of(arguments("nothing said: the default", null, ReleaseServices.wiki(), NameId.TRANSIENT),
				arguments("the request", NameId.PERSISTENT, ReleaseServices.wiki(), NameId.PERSISTENT),
				arguments("the request before settings and metadata", NameId.EMAIL_ADDRESS,
						ReleaseServices.wiki()
							.overridden(Set.of(), Set.of(), NameId.PERSISTENT)
							.metadataFormats(NameId.TRANSIENT),
						NameId.EMAIL_ADDRESS),
				arguments("settings before metadata", null,
						ReleaseServices.wiki()
							.overridden(Set.of(), Set.of(), NameId.UNSPECIFIED)
							.metadataFormats(NameId.PERSISTENT),
						NameId.UNSPECIFIED),
				arguments("settings, the first that can be had", null,
						ReleaseServices.wiki().overridden(Set.of(), Set.of(), X509, NameId.EMAIL_ADDRESS),
						NameId.EMAIL_ADDRESS),
				arguments("metadata, the first that can be had", null,
						ReleaseServices.wiki().metadataFormats(X509, "", NameId.PERSISTENT, NameId.TRANSIENT),
						NameId.PERSISTENT),
				arguments("unspecified in metadata is no wish", null,
						ReleaseServices.wiki().metadataFormats(NameId.UNSPECIFIED, NameId.EMAIL_ADDRESS),
						NameId.EMAIL_ADDRESS),
				arguments("metadata of formats unknown here: the default", null,
						ReleaseServices.wiki().metadataFormats(X509), NameId.TRANSIENT),
				arguments("an unspecified request is none", NameId.UNSPECIFIED,
						ReleaseServices.wiki().metadataFormats(NameId.PERSISTENT), NameId.PERSISTENT),
				arguments("an empty request is none", "", ReleaseServices.wiki(), NameId.TRANSIENT),
				arguments("a format unknown here", X509, ReleaseServices.wiki(), null),
				arguments("a format unknown to all", "urn:x:nonsense", ReleaseServices.wiki(), null));
	}

	@Test
	void whenThePersonHasNoMailThenAnEmailAddressCannotBeHad() throws Exception {
		SsoSession session = session(ResolvedAttributes.NONE);
		assertThat(policy.nameIdFor(session, NOTHING, ReleaseServices.wiki().build(),
				new NameIdRequest(NameId.EMAIL_ADDRESS, null)))
			.isEmpty();
		assertThat(policy.nameIdFor(session, NOTHING,
				ReleaseServices.wiki().metadataFormats(NameId.EMAIL_ADDRESS).build(), NameIdRequest.ANY))
			.map(NameId::format)
			.contains(NameId.TRANSIENT);
	}

	@Test
	void whenMailIsNotReleasedThenNeitherARequestNorMetadataMakesItTheIdentifier() throws Exception {
		NameIdRequest email = new NameIdRequest(NameId.EMAIL_ADDRESS, null);
		for (ReleaseServices service : List.of(ReleaseServices.wiki(),
				ReleaseServices.wiki().metadataFormats(NameId.EMAIL_ADDRESS),
				ReleaseServices.wiki().overridden(Set.of(), Set.of(), NameId.PERSISTENT))) {
			assertThat(policy.nameIdFor(session("alice", 1), NOTHING, service.build(), email)).isEmpty();
			assertThat(policy.nameIdFor(session("alice", 1), MAIL, service.build(), email)).map(NameId::value)
				.contains("alice@example.edu");
		}
		RelyingParty preferring = ReleaseServices.wiki()
			.metadataFormats(NameId.EMAIL_ADDRESS, NameId.PERSISTENT)
			.build();
		NameIdPolicy.Explained explained = policy.explain(session("alice", 1), NOTHING, preferring, NameIdRequest.ANY);
		assertThat(explained.nameId()).map(NameId::format).contains(NameId.PERSISTENT);
		assertThat(explained.reasons()).first()
			.asString()
			.contains("none, because its source mail is not released to the service; ");
		assertThat(policy.nameIdFor(session("alice", 1), NOTHING, preferring, NameIdRequest.ANY))
			.isEqualTo(explained.nameId());
	}

	@Test
	void whenOnlyOneOfSeveralAddressesIsReleasedThenItIsTheIdentifier() throws Exception {
		SsoSession session = session(new ResolvedAttributes(Map.of("mail",
				List.of(new AttributeValue.Text("alice@private.example"), ALICE.get("mail").getFirst()))));
		assertThat(policy.nameIdFor(session, MAIL, ReleaseServices.wiki().build(),
				new NameIdRequest(NameId.EMAIL_ADDRESS, null)))
			.map(NameId::value)
			.contains("alice@example.edu");
	}

	@Test
	void whenAnAdministratorNamesTheFormatThenTheAttributeNeedNotBeReleased() throws Exception {
		RelyingParty named = ReleaseServices.wiki()
			.overridden(Set.of(), Set.of("mail"), NameId.PERSISTENT, NameId.EMAIL_ADDRESS)
			.build();
		NameIdPolicy byDefault = new NameIdPolicy(settings(NameId.EMAIL_ADDRESS, false), SALT, Optional.empty());
		NameIdRequest email = new NameIdRequest(NameId.EMAIL_ADDRESS, null);
		for (Optional<NameId> nameId : List.of(policy.nameIdFor(session("alice", 1), NOTHING, named, email),
				byDefault.nameIdFor(session("alice", 1), NOTHING, ReleaseServices.wiki().build(), email),
				byDefault.nameIdFor(session("alice", 1), NOTHING, ReleaseServices.wiki().build(), NameIdRequest.ANY))) {
			assertThat(nameId).map(NameId::value).contains("alice@example.edu");
		}
	}

	@Test
	void whenQualifiedForAnAffiliationThenThereIsNone() throws Exception {
		assertThat(make("alice", NameId.PERSISTENT, "https://affiliation.example")).isEmpty();
		assertThat(make("alice", NameId.PERSISTENT, ReleaseServices.WIKI)).isPresent();
	}

	@Test
	void whenTransientThenItLastsForTheSessionAndTellsNothing() throws Exception {
		String first = transientOf(session("alice", 1), ReleaseServices.wiki());
		assertThat(first).matches("_[0-9a-f]{64}").isEqualTo(transientOf(session("alice", 1), ReleaseServices.wiki()));
		assertThat(first).isNotEqualTo(transientOf(session("alice", 2), ReleaseServices.wiki()))
			.isNotEqualTo(transientOf(session("alice", 1), ReleaseServices.service("https://other.example")));
	}

	@Test
	void whenPersistentThenItLastsAndIsQualified() throws Exception {
		NameId alice = make("alice", NameId.PERSISTENT, null).orElseThrow();
		assertThat(alice.value()).matches("[a-z2-7]{52}");
		assertThat(alice.nameQualifier()).isEqualTo(IDP);
		assertThat(alice.spNameQualifier()).isEqualTo(ReleaseServices.WIKI);
		assertThat(make("alice", NameId.PERSISTENT, null)).contains(alice);
		assertThat(make("bob", NameId.PERSISTENT, null).orElseThrow().value()).isNotEqualTo(alice.value());
	}

	@Test
	void whenPersistentAndPairwiseShareASaltThenTheyHaveNothingInCommon() throws Exception {
		String persistent = make("alice", NameId.PERSISTENT, null).orElseThrow().value();
		ResolvedAttributes attributes = new ResolvedAttributes(
				Map.of("principal", List.of(new AttributeValue.Text("alice"))));
		AttributeValue pairwise = new PairwiseIds(IdentifierAlgorithm.HMAC_SHA256, SALT, "principal",
				Optional.of("example.edu"))
			.compute(attributes, ReleaseServices.WIKI)
			.orElseThrow();
		assertThat(pairwise.text()).isNotEqualTo(persistent + "@example.edu");
	}

	@Test
	void whenPersistentSourceHasNotExactlyOneValueThenThereIsNone() throws Exception {
		NameIdSettings settings = new NameIdSettings(IDP, NameId.TRANSIENT, Map.of(), "employeeNumber",
				IdentifierAlgorithm.HMAC_SHA256, false);
		NameIdPolicy byNumber = new NameIdPolicy(settings, SALT, Optional.empty());
		List<AttributeValue> two = List.of(new AttributeValue.Text("1"), new AttributeValue.Text("2"));
		for (List<AttributeValue> values : List.of(two, List.<AttributeValue>of())) {
			assertThat(byNumber.nameIdFor(session(new ResolvedAttributes(Map.of("employeeNumber", values))), NOTHING,
					ReleaseServices.wiki().build(), new NameIdRequest(NameId.PERSISTENT, null)))
				.isEmpty();
		}
	}

	@Test
	void whenUnspecifiedThenItIsTheCanonicalNameAsXmlCanCarryIt() throws Exception {
		ReleaseServices service = ReleaseServices.wiki().overridden(Set.of(), Set.of(), NameId.UNSPECIFIED);
		assertThat(policy.nameIdFor(session("<a&b>", 1), NOTHING, service.build(), NameIdRequest.ANY))
			.contains(new NameId("<a&b>", NameId.UNSPECIFIED, null, null));
		assertThat(policy.nameIdFor(session("a\0b", 1), MAIL, service.build(), NameIdRequest.ANY)).map(NameId::format)
			.contains(NameId.TRANSIENT);
	}

	@Test
	void whenNamesDifferInIllegalCharactersOnlyThenNoIdentifierIsThatOfBoth() throws Exception {
		ReleaseServices service = ReleaseServices.wiki().overridden(Set.of(), Set.of(), NameId.UNSPECIFIED);
		Set<String> identifiers = new HashSet<>();
		List<String> names = List.of("a\u0000b", "a\u0001b", "a\ufffeb", "a\uffffb", "ab", "a\ufffdb");
		for (String name : names) {
			identifiers.add(policy.nameIdFor(session(name, 1), NOTHING, service.build(), NameIdRequest.ANY)
				.filter(nameId -> nameId.format().equals(NameId.UNSPECIFIED))
				.map(NameId::value)
				.orElse("none for " + name));
			identifiers.add(make(name, NameId.PERSISTENT, null).orElseThrow().value());
		}
		assertThat(identifiers).hasSize(2 * names.size())
			.filteredOn(identifier -> !identifier.startsWith("none"))
			.hasSize(names.size() + 2)
			.contains("ab", "a\ufffdb");
	}

	@ParameterizedTest
	@ValueSource(strings = { NameId.PERSISTENT, NameId.EMAIL_ADDRESS, NameId.UNSPECIFIED, "urn:x:bilateral" })
	void whenTheServiceHasASourceThenItIsTheValueInTheFormatChosen(String format) throws Exception {
		RelyingParty service = ReleaseServices.wiki().nameIdSource("ImmutableID", format).build();
		NameId expected = new NameId("q83vEg==", format, null, null);
		assertThat(storing(true).nameIdFor(session(IMMUTABLE), NOTHING, service, NameIdRequest.ANY)).contains(expected);
		assertThat(store.operations()).isEmpty();
		NameIdPolicy.Explained explained = policy.explain(session(IMMUTABLE), NOTHING, service, NameIdRequest.ANY);
		assertThat(explained.nameId()).contains(expected);
		assertThat(explained.reasons()).singleElement().asString().endsWith("the value of ImmutableID");
	}

	@Test
	void whenTheServiceHasASourceThenFormatsAskedForFollowItExceptTransient() throws Exception {
		RelyingParty service = ReleaseServices.wiki().nameIdSource("ImmutableID").build();
		assertThat(policy.nameIdFor(session(IMMUTABLE), NOTHING, service, new NameIdRequest(X509, null)))
			.contains(new NameId("q83vEg==", X509, null, null));
		assertThat(policy.nameIdFor(session(IMMUTABLE), NOTHING, service, NameIdRequest.ANY)).map(NameId::format)
			.contains(NameId.TRANSIENT);
		assertThat(policy.nameIdFor(session(IMMUTABLE), NOTHING, service,
				new NameIdRequest("urn:oasis:names:tc:SAML:2.0:nameid-format:encrypted", null)))
			.isEmpty();
		assertThat(policy.nameIdFor(session("alice", 1), MAIL, service, new NameIdRequest(NameId.PERSISTENT, null)))
			.as("without a value, no other identifier")
			.isEmpty();
	}

	@Test
	void whenTheServiceHasASourceThenALogoutRequestMeansWhatWasIssued() throws Exception {
		RelyingParty service = ReleaseServices.wiki().nameIdSource("ImmutableID", "urn:x:bilateral").build();
		NameId issued = policy.nameIdFor(session(IMMUTABLE), NOTHING, service, NameIdRequest.ANY).orElseThrow();
		assertThat(logout(service, issued, "urn:x:bilateral", null, null)).isTrue();
		assertThat(logout(service, issued, "urn:x:bilateral", IDP, ReleaseServices.WIKI)).isTrue();
		assertThat(logout(service, issued, NameId.PERSISTENT, null, null)).isFalse();
	}

	private static boolean logout(RelyingParty service, NameId issued, String format, @Nullable String nameQualifier,
			@Nullable String spNameQualifier) {
		LogoutRequest request = new LogoutRequest(service, "_logout", issued.value(), format, nameQualifier,
				spNameQualifier, List.of(), null, Saml.BINDING_POST);
		return request.requested(IDP).means().test(issued.toHandle());
	}

	@Test
	void whenStoredThenTheFirstIsTheComputedOneAndTheNextIsNot() throws Exception {
		NameIdPolicy storing = storing(false);
		NameId computed = make("alice", NameId.PERSISTENT, null).orElseThrow();
		NameIdRequest persistent = new NameIdRequest(NameId.PERSISTENT, null);
		assertThat(nameId(storing, persistent)).contains(computed);
		assertThat(ids.revoke(ReleaseServices.WIKI, computed.value())).isTrue();
		NameId next = nameId(storing, persistent).orElseThrow();
		assertThat(next.value()).isNotEqualTo(computed.value());
		assertThat(next).isEqualTo(new NameId(next.value(), NameId.PERSISTENT, IDP, ReleaseServices.WIKI));
		assertThat(nameId(storing, persistent)).contains(next);
	}

	@Test
	void whenStoredThenOnlyPersistentIdentifiersAskTheStore() throws Exception {
		NameIdPolicy storing = storing(false);
		for (String format : List.of(NameId.TRANSIENT, NameId.EMAIL_ADDRESS, NameId.UNSPECIFIED, X509)) {
			nameId(storing, new NameIdRequest(format, null));
		}
		assertThat(store.operations()).isEmpty();
		nameId(storing, new NameIdRequest(NameId.PERSISTENT, null));
		store.forget();
		nameId(storing, new NameIdRequest(NameId.PERSISTENT, null));
		assertThat(store.operations()).containsExactly(RecordingPersistentIdStore.Operation.FIND);
	}

	@Test
	void whenTheStoreIsDownThenNoIdentifierIsGivenInstead() {
		store.down(true);
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> nameId(storing(false), new NameIdRequest(NameId.PERSISTENT, null)));
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> storing(false).nameIdFor(session("alice", 1), MAIL,
					ReleaseServices.wiki().metadataFormats(NameId.PERSISTENT, NameId.TRANSIENT).build(),
					NameIdRequest.ANY));
	}

	@Test
	void whenCreationIsNotAllowedThenItCountsOnlyWhereItIsStrict() throws Exception {
		NameIdRequest denied = new NameIdRequest(NameId.PERSISTENT, null, false);
		assertThat(nameId(policy, denied)).isPresent();
		assertThat(nameId(storing(true), denied)).isEmpty();
		assertThat(nameId(storing(true), new NameIdRequest(NameId.TRANSIENT, null, false))).isPresent();
		assertThat(store.rows()).isEmpty();
		assertThat(nameId(storing(false), denied)).isPresent();
		assertThat(nameId(storing(true), denied)).isPresent();
	}

	private NameIdPolicy storing(boolean strict) {
		return new NameIdPolicy(settings(strict), SALT, Optional.of(ids));
	}

	private static NameIdSettings settings(boolean strict) {
		return settings(NameId.TRANSIENT, strict);
	}

	private static NameIdSettings settings(String defaultFormat, boolean strict) {
		return new NameIdSettings(IDP, defaultFormat,
				Map.of(NameId.EMAIL_ADDRESS, "mail", NameId.UNSPECIFIED, PrincipalDefinition.PRINCIPAL),
				PrincipalDefinition.PRINCIPAL, IdentifierAlgorithm.HMAC_SHA256, strict);
	}

	private static Optional<NameId> nameId(NameIdPolicy policy, NameIdRequest request) throws Exception {
		return policy.nameIdFor(session("alice", 1), MAIL, ReleaseServices.wiki().build(), request);
	}

	private Optional<NameId> make(String principal, String format, @Nullable String qualifier) throws Exception {
		return policy.nameIdFor(session(principal, 1), MAIL, ReleaseServices.wiki().build(),
				new NameIdRequest(format, qualifier));
	}

	private String transientOf(SsoSession session, ReleaseServices service) throws Exception {
		return policy.nameIdFor(session, MAIL, service.build(), NameIdRequest.ANY).orElseThrow().value();
	}

	private static SsoSession session(ResolvedAttributes attributes) {
		return session("alice", 1).withAttributes(attributes, Instant.parse("2026-11-20T12:00:00Z"));
	}

	private static SsoSession session(String principal, int secret) {
		byte[] bytes = new byte[32];
		bytes[0] = (byte) secret;
		Instant at = Instant.parse("2026-11-20T12:00:00Z");
		return new SsoSession(new SessionKey("00".repeat(32)), principal, principal,
				List.of(new Factor(FactorKind.PASSWORD, at)), ALICE, at, bytes, 1, at, at.plusSeconds(3600),
				at.plusSeconds(600), List.of());
	}

}
