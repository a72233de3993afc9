package org.campanile.factor.passkey;

import java.nio.charset.StandardCharsets;
import java.security.cert.TrustAnchor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.anchor.TrustAnchorRepository;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.util.exception.WebAuthnException;
import com.webauthn4j.verifier.attestation.statement.androidkey.AndroidKeyAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.apple.AppleAnonymousAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.packed.PackedAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.tpm.TPMAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.u2f.FIDOU2FAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.certpath.DefaultCertPathTrustworthinessVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.self.DefaultSelfAttestationTrustworthinessVerifier;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two ceremonies of WebAuthn with the settings of this server: registering a new
 * credential (WebAuthn 7.1) and verifying an assertion (7.2). Thread-safe.
 */
final class Ceremonies {

	private static final Logger logger = LoggerFactory.getLogger(Ceremonies.class);

	/** The algorithms that practically all authenticators have (RFC 8812, RFC 9053). */
	private static final List<COSEAlgorithmIdentifier> ALGORITHMS = List.of(COSEAlgorithmIdentifier.ES256,
			COSEAlgorithmIdentifier.EdDSA, COSEAlgorithmIdentifier.RS256);

	/** The longest answer of a browser, with the certificates of an attestation. */
	private static final int MAX_ANSWER = 65_536;

	/**
	 * The largest size of a credential, in bytes: more than a credential id of 1,023
	 * bytes (WebAuthn 7.1) with an RSA key of 4,096 bits takes. Limited because all
	 * passkeys of a user share one record, and each login carries their ids.
	 */
	private static final int MAX_CREDENTIAL = 1_792;

	/**
	 * The largest size of a user handle, in bytes (WebAuthn 5.4.3). Attempts are counted
	 * by the handle.
	 */
	private static final int MAX_HANDLE = 64;

	private static final String TYPE = "public-key";

	private final PasskeySettings settings;

	private final Set<Origin> origins;

	private final ObjectConverter converter = new ObjectConverter();

	private final AttestedCredentialDataConverter credentials = new AttestedCredentialDataConverter(converter);

	private final WebAuthnManager manager;

	Ceremonies(PasskeySettings settings) {
		this.settings = settings;
		this.origins = settings.relyingParty().origins().stream().map(Origin::new).collect(Collectors.toSet());
		this.manager = settings.attestation().isAsked() ? attested(settings.attestation())
				: WebAuthnManager.createNonStrictWebAuthnManager(converter);
	}

	private WebAuthnManager attested(PasskeySettings.Attestation attestation) {
		Set<TrustAnchor> anchors = attestation.trustAnchors()
			.stream()
			.map(certificate -> new TrustAnchor(certificate, null))
			.collect(Collectors.toUnmodifiableSet());
		DefaultSelfAttestationTrustworthinessVerifier self = new DefaultSelfAttestationTrustworthinessVerifier();
		self.setSelfAttestationAllowed(false);
		return new WebAuthnManager(
				List.of(new PackedAttestationStatementVerifier(), new FIDOU2FAttestationStatementVerifier(),
						new TPMAttestationStatementVerifier(), new AndroidKeyAttestationStatementVerifier(),
						new AppleAnonymousAttestationStatementVerifier()),
				new DefaultCertPathTrustworthinessVerifier(new SameAnchors(anchors)), self, converter);
	}

	/** Thrown if the browser's answer does not match this server's request. */
	static final class RefusedException extends Exception {

		private static final long serialVersionUID = 1L;

		RefusedException(String message) {
			super(message);
		}

		RefusedException(String message, Exception cause) {
			super(message, cause);
		}

	}

	/**
	 * The options with which a browser creates a passkey, as JSON (WebAuthn 5.1.9).
	 * @param exclude the credentials that the user has already
	 */
	String creationOptions(String challenge, String handle, String loginName, List<Descriptor> exclude) {
		PasskeySettings.RelyingParty party = settings.relyingParty();
		return json(Map.of("rp", Map.of("id", party.id(), "name", party.name()), "user",
				Map.of("id", handle, "name", loginName, "displayName", loginName), "challenge", challenge,
				"pubKeyCredParams",
				ALGORITHMS.stream().map(algorithm -> Map.of("type", TYPE, "alg", algorithm.getValue())).toList(),
				"timeout", settings.timeout().toMillis(), "excludeCredentials", Descriptor.forms(exclude),
				"authenticatorSelection",
				Map.of("residentKey", settings.identifies() ? "required" : "preferred", "requireResidentKey",
						settings.identifies(), "userVerification", userVerification(settings.userVerification())),
				"attestation", settings.attestation().isAsked() ? "direct" : "none"));
	}

	/**
	 * The options with which a browser asks for a passkey, as JSON (WebAuthn 5.1.10).
	 * @param allow the credentials of a known user; empty for any of this site
	 * @param verify whether the authenticator must verify its user
	 */
	String requestOptions(String challenge, List<Descriptor> allow, boolean verify) {
		return json(Map.of("challenge", challenge, "timeout", settings.timeout().toMillis(), "rpId",
				settings.relyingParty().id(), "userVerification", userVerification(verify), "allowCredentials",
				Descriptor.forms(allow)));
	}

	private static String userVerification(boolean required) {
		return required ? "required" : "preferred";
	}

	private String json(Map<String, ?> options) {
		return converter.getJsonMapper().writeValueAsString(options);
	}

	/**
	 * A credential as options describe it to browsers (PublicKeyCredentialDescriptor,
	 * WebAuthn 5.8.3).
	 *
	 * @param id in Base64url
	 */
	record Descriptor(String id, List<String> transports) {

		/** Writes each descriptor as one line of text. */
		static String write(List<Descriptor> descriptors) {
			return descriptors.stream()
				.map(one -> one.id() + ' ' + String.join(",", one.transports()))
				.collect(Collectors.joining("\n"));
		}

		static List<Descriptor> read(@Nullable String text) {
			return text == null || text.isEmpty() ? List.of()
					: text.lines()
						.map(line -> line.split(" ", -1))
						.map(parts -> new Descriptor(parts[0],
								parts[1].isEmpty() ? List.of() : List.of(parts[1].split(",", -1))))
						.toList();
		}

		private static List<Map<String, ?>> forms(List<Descriptor> descriptors) {
			List<Map<String, ?>> forms = new ArrayList<>();
			descriptors.forEach(one -> forms.add(one.transports().isEmpty() ? Map.of("type", TYPE, "id", one.id())
					: Map.of("type", TYPE, "id", one.id(), "transports", one.transports())));
			return forms;
		}

	}

	/** Describes a passkey for the options of browsers. */
	static Descriptor descriptor(StoredPasskey passkey) {
		return new Descriptor(url(passkey.credentialId()), passkey.t());
	}

	/** Whether the passkey made the assertion. */
	static boolean isOf(AuthenticationData assertion, StoredPasskey passkey) {
		return Arrays.equals(passkey.credentialId(), assertion.getCredentialId());
	}

	/**
	 * Verifies a registration.
	 * @param answer the browser's, as JSON (WebAuthn 5.1.8, RegistrationResponseJSON)
	 * @throws RefusedException if the passkey must not be stored
	 */
	StoredPasskey register(String answer, String challenge, String loginName) throws RefusedException {
		RegistrationData registration = parsed(answer, manager::parseRegistrationResponseJSON);
		try {
			manager.verify(registration, new RegistrationParameters(server(challenge), ALGORITHMS.stream()
				.map(algorithm -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, algorithm))
				.toList(), settings.userVerification(), true));
		}
		catch (WebAuthnException ex) {
			throw refused(ex);
		}
		AttestedCredentialData data = Objects.requireNonNull(Objects.requireNonNull(registration.getAttestationObject())
			.getAuthenticatorData()
			.getAttestedCredentialData());
		AAGUID model = data.getAaguid();
		Set<UUID> allowed = settings.attestation().authenticators();
		if (!allowed.isEmpty() && !allowed.contains(model.getValue())) {
			throw new RefusedException("authenticators of the AAGUID " + model + " are not allowed");
		}
		byte[] encoded = credentials.convert(data);
		if (encoded.length > MAX_CREDENTIAL) {
			throw new RefusedException("id and key of " + encoded.length + " bytes are too long to be kept");
		}
		return StoredPasskey.of(registration, encoded, loginName);
	}

	/**
	 * Reads an assertion, without verifying anything.
	 * @param answer the browser's, as JSON (WebAuthn 5.1.8, AuthenticationResponseJSON)
	 */
	AuthenticationData assertion(String answer) throws RefusedException {
		AuthenticationData assertion = parsed(answer, manager::parseAuthenticationResponseJSON);
		int length = Optional.ofNullable(assertion.getUserHandle()).map(handle -> handle.length).orElse(0);
		if (length > MAX_HANDLE) {
			throw new RefusedException("a user handle of " + length + " bytes is none of this server");
		}
		return assertion;
	}

	/** Returns the handle of an assertion, in Base64url; empty if there was none. */
	static Optional<String> handle(AuthenticationData assertion) {
		return Optional.ofNullable(assertion.getUserHandle()).filter(handle -> handle.length > 0).map(Ceremonies::url);
	}

	/**
	 * The facts of a verified assertion.
	 *
	 * @param userVerified whether the authenticator verified the user, now and when the
	 * passkey was enrolled: a thief can set the PIN of a key without one (WebAuthn 7.2)
	 * @param counter the signature counter now
	 */
	record Verified(boolean userVerified, long counter) {
	}

	/**
	 * Verifies an assertion against the passkey that it names.
	 * @param verify whether the authenticator must have verified its user
	 * @throws RefusedException if it proves nothing
	 */
	Verified verify(AuthenticationData assertion, StoredPasskey passkey, String challenge, boolean verify)
			throws RefusedException {
		if (verify && !passkey.verifies()) {
			throw new RefusedException("the user was not verified when it was enrolled; it must be enrolled again");
		}
		CredentialRecord record = passkey.record(converter.getCborMapper());
		try {
			manager.verify(assertion, new AuthenticationParameters(server(challenge), record, null, verify, true));
		}
		catch (MaliciousCounterValueException ex) {
			throw new RefusedException("the signature counter went back from " + passkey.n() + " to "
					+ ex.getPresentedCounter() + ", so the passkey may have been copied; it stays enrolled, "
					+ "remove it if the user has no explanation", ex);
		}
		catch (WebAuthnException ex) {
			throw refused(ex);
		}
		boolean verified = Objects.requireNonNull(assertion.getAuthenticatorData()).isFlagUV();
		return new Verified(verified && passkey.verifies(), record.getCounter());
	}

	private ServerProperty server(String challenge) {
		return ServerProperty.builder()
			.origins(origins)
			.rpId(settings.relyingParty().id())
			.challenge(new DefaultChallenge(Base64.getUrlDecoder().decode(challenge)))
			.build();
	}

	/**
	 * Parses an answer and treats any exception of the library as a refusal, because
	 * there is no limit to what browsers can be made to send.
	 */
	private static <T> T parsed(String answer, Function<String, T> parser) throws RefusedException {
		if (answer.isEmpty() || answer.length() > MAX_ANSWER
				|| !StandardCharsets.UTF_8.newEncoder().canEncode(answer)) {
			throw new RefusedException("the browser sent no answer of an authenticator");
		}
		try {
			return parser.apply(answer);
		}
		catch (RuntimeException ex) {
			logger.debug("An answer of an authenticator cannot be read", ex);
			throw new RefusedException(
					"the answer of the authenticator cannot be read: " + ex.getClass().getSimpleName(), ex);
		}
	}

	private static RefusedException refused(WebAuthnException ex) {
		return new RefusedException(ex.getClass().getSimpleName().replace("Exception", "") + ": " + ex.getMessage(),
				ex);
	}

	/** Encodes bytes as WebAuthn's JSON encodes identifiers (RFC 4648, 5). */
	static String url(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	/** The same trust anchors for all authenticators. */
	private record SameAnchors(Set<TrustAnchor> anchors) implements TrustAnchorRepository {

		@Override
		public Set<TrustAnchor> find(@Nullable AAGUID aaguid) {
			return anchors;
		}

		@Override
		public Set<TrustAnchor> find(byte @Nullable [] attestationCertificateKeyIdentifier) {
			return anchors;
		}

	}

}
