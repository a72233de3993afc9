package org.campanile.testkit.saml;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.AttributeConsumingService;
import org.campanile.saml.relyingparty.AttributeConsumingService.RequestedAttribute;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.service.DisplayInfo;

/** Services for tests. */
public final class TestRelyingParties {

	public static final String ENTITY_ID = "https://sp.example.org/shibboleth";

	public static final String ACS_URL = "https://sp.example.org/Shibboleth.sso/SAML2/POST";

	private static final String POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

	private TestRelyingParties() {
	}

	/** A service with one HTTP-POST endpoint of index 1, no keys and default settings. */
	public static Builder relyingParty() {
		return new Builder();
	}

	/** Returns a registry of exactly these services. */
	public static RelyingPartyRegistry registry(RelyingParty... services) {
		Map<String, RelyingParty> byName = Stream.of(services)
			.collect(Collectors.toUnmodifiableMap(RelyingParty::entityId, Function.identity()));
		return entityId -> Optional.ofNullable(byName.get(entityId));
	}

	/** A key for which metadata lists these algorithms, without parameters. */
	public static EncryptionKey encryptionKey(PublicKey key, String... algorithms) {
		List<EncryptionKey.Method> methods = Stream.of(algorithms)
			.map(algorithm -> new EncryptionKey.Method(algorithm, Optional.empty(), Optional.empty()))
			.toList();
		return new EncryptionKey(key, methods);
	}

	public static final class Builder {

		private String entityId = ENTITY_ID;

		private final List<AssertionConsumerService> endpoints = new ArrayList<>(
				List.of(new AssertionConsumerService(POST, ACS_URL, 1, true)));

		private List<PublicKey> signingKeys = List.of();

		private final List<EncryptionKey> encryptionKeys = new ArrayList<>();

		private boolean authnRequestsSigned;

		private final List<AttributeConsumingService> attributeSets = new ArrayList<>();

		private RelyingPartySettings settings = RelyingPartySettings.DEFAULTS;

		public Builder entityId(String entityId) {
			this.entityId = entityId;
			return this;
		}

		public Builder withoutEndpoints() {
			this.endpoints.clear();
			return this;
		}

		public Builder endpoint(String binding, String location, int index, boolean isDefault) {
			this.endpoints.add(new AssertionConsumerService(binding, location, index, isDefault));
			return this;
		}

		public Builder signingKeys(PublicKey... keys) {
			this.signingKeys = List.of(keys);
			return this;
		}

		public Builder encryptionKey(PublicKey key, String... algorithms) {
			this.encryptionKeys.add(TestRelyingParties.encryptionKey(key, algorithms));
			return this;
		}

		public Builder authnRequestsSigned() {
			this.authnRequestsSigned = true;
			return this;
		}

		public Builder attributeSet(int index, RequestedAttribute... attributes) {
			this.attributeSets.add(new AttributeConsumingService(index, false, List.of(attributes)));
			return this;
		}

		public Builder settings(RelyingPartySettings settings) {
			this.settings = settings;
			return this;
		}

		public Builder disabled() {
			return override(Optional.of(false), Optional.empty(), Optional.empty(), Optional.empty());
		}

		public Builder requireSignedRequests(boolean required) {
			return override(Optional.empty(), Optional.of(required), Optional.empty(), Optional.empty());
		}

		public Builder allowSha1Signatures() {
			return override(Optional.empty(), Optional.empty(), Optional.of(true), Optional.empty());
		}

		public Builder allowInclusiveCanonicalization() {
			return override(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(true));
		}

		private Builder override(Optional<Boolean> enabled, Optional<Boolean> signed, Optional<Boolean> sha1,
				Optional<Boolean> inclusive) {
			RelyingPartyOverride override = new RelyingPartyOverride((name) -> true, enabled, Optional.empty(),
					Optional.empty(), Optional.empty(), signed, sha1, inclusive, List.of(), Optional.empty(), Set.of(),
					Set.of(), Optional.empty(), Optional.empty());
			return settings(RelyingPartyOverride.settingsFor(entityId, settings, List.of(override)));
		}

		public RelyingParty build() {
			return new RelyingParty(entityId, DisplayInfo.NONE, endpoints, List.of(), signingKeys, encryptionKeys,
					false, authnRequestsSigned, false, List.of(), attributeSets, Map.of(), Optional.empty(), settings);
		}

	}

}
