package org.campanile.saml.assertion;

import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.campanile.IdentityProvider;
import org.campanile.jfr.LoginEvent;
import org.campanile.protocol.Answer;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.StatusCode;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.EncryptionMethodChoice;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.signon.Refusal;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.signon.StageTimers.Laps;

/**
 * Issues the responses of SAML sign-ons: builds, signs, encrypts and encodes them for the
 * HTTP-POST binding (SAML Profiles 4.1.4.2, SAML Bindings 3.5). Every response is signed,
 * including errors. Thread-safe; does not block.
 */
public final class ResponseIssuer {

	private final String issuer;

	private final InstantSource clock;

	private final Ids ids;

	private final AssertionFactory assertions;

	private final ElementSigner signer;

	private final AssertionEncrypter encrypter;

	private final StageTimers timers;

	public ResponseIssuer(IdentityProvider identityProvider, Credentials credentials, CryptoProvider crypto,
			SamlAttributeNames names, InstantSource clock, SecureRandom random, StageTimers timers) {
		this.issuer = identityProvider.id();
		this.clock = clock;
		this.ids = new Ids(random);
		this.assertions = new AssertionFactory(issuer, names, clock, ids);
		this.signer = new ElementSigner(credentials.signing(), crypto);
		this.encrypter = new AssertionEncrypter(crypto, random);
		this.timers = timers;
	}

	/**
	 * An issued response.
	 *
	 * @param message the form that the browser posts to the service
	 * @param assertionId the assertion's ID
	 * @param sessionIndex the session's name at the service, as stated in it
	 */
	public record Issued(Answer.Post message, String assertionId, String sessionIndex) {
	}

	/**
	 * Issues an assertion, which is itself signed if metadata or the local settings
	 * require it, and encrypted according to the settings.
	 * @param granted what was granted, for the same service
	 * @throws NoEncryptionKeyException if it must be encrypted and cannot be
	 */
	public Issued success(SignOnRequest request, SignOnOutcome.Granted granted) throws NoEncryptionKeyException {
		RelyingParty service = (RelyingParty) granted.service();
		if (!service.entityId().equals(request.service())) {
			throw new IllegalArgumentException("granted for a service other than the requesting one");
		}
		Protection protection = Protection.of(service);
		Laps laps = timers.laps();
		Assertion stated = assertions.assertion(request, granted);
		UnsignedElement unsigned = AssertionWriter.write(stated);
		byte[] assertion = unsigned.xml();
		laps.lap(Stage.BUILD);
		if (protection.signed()) {
			assertion = signer.sign(unsigned);
			laps.lap(Stage.SIGN);
		}
		boolean typedContent = unsigned.typedContent();
		if (protection.encryption().isPresent()) {
			assertion = encrypt(assertion, protection.encryption().get(), service);
			typedContent = false;
			laps.lap(Stage.ENCRYPT);
		}
		byte[] content = assertion;
		UnsignedElement response = message(request.answerUrl(), request.requestId()).write("Response", null,
				typedContent, xml -> {
					MessageWriter.status(xml, StatusCode.SUCCESS, null);
					xml.raw(content);
				});
		return new Issued(finish(response, request.answerUrl(), SamlSignOn.of(request).relayState(), laps), stated.id(),
				stated.authentication().sessionIndex());
	}

	/** Reports to the service that its request is not granted, and why. */
	public Answer.Post refusal(SignOnRequest request, Refusal refusal) {
		RefusalStatus status = RefusalStatus.of(refusal);
		return failure(request.answerUrl(), request.requestId(), SamlSignOn.of(request).relayState(), status.code(),
				status.message());
	}

	/** Reports a fault of the request to the service. */
	public Answer.Post error(SamlFault.ReplyTo replyTo) {
		return failure(replyTo.responseUrl(), replyTo.requestId(), replyTo.relayState(), replyTo.status(), null);
	}

	private Answer.Post failure(String destination, @Nullable String inResponseTo, @Nullable String relayState,
			StatusCode status, @Nullable String message) {
		Laps laps = timers.laps();
		UnsignedElement response = message(destination, inResponseTo).write("Response", null, false,
				xml -> MessageWriter.status(xml, status, message));
		return finish(response, destination, relayState, laps);
	}

	private MessageWriter message(String destination, @Nullable String inResponseTo) {
		return new MessageWriter(ids.next(), clock.instant().truncatedTo(ChronoUnit.MILLIS), issuer, destination,
				inResponseTo);
	}

	private Answer.Post finish(UnsignedElement unsigned, String destination, @Nullable String relayState, Laps laps) {
		laps.lap(Stage.BUILD);
		byte[] response = signer.sign(unsigned);
		laps.lap(Stage.SIGN);
		LoginEvent.Encode event = new LoginEvent.Encode();
		event.begin();
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("SAMLResponse", Base64.getEncoder().encodeToString(response));
		if (relayState != null) {
			fields.put("RelayState", relayState);
		}
		Answer.Post message = new Answer.Post(destination, fields);
		event.bytes = response.length;
		event.commit();
		laps.lap(Stage.ENCODE);
		laps.record();
		return message;
	}

	private byte[] encrypt(byte[] assertion, EncryptionMethodChoice choice, RelyingParty service)
			throws NoEncryptionKeyException {
		try {
			return encrypter.encrypt(assertion, choice);
		}
		catch (InvalidKeyException ex) {
			throw new NoEncryptionKeyException(service.entityId() + ": its encryption key cannot be used", ex);
		}
	}

	/**
	 * The status by which a refusal is reported to a service (SAML Core 3.2.2).
	 *
	 * @param message a sentence for the service's log, disclosing nothing about the user
	 * or this server
	 */
	record RefusalStatus(StatusCode code, String message) {

		static RefusalStatus of(Refusal refusal) {
			return switch (refusal) {
				case NO_PASSIVE -> new RefusalStatus(StatusCode.NO_PASSIVE,
						"The person must sign in, and the request allows no pages");
				case NO_AUTHN_CONTEXT, FACTOR_MISSING -> new RefusalStatus(StatusCode.NO_AUTHN_CONTEXT,
						"The requested authentication context is not available");
				case NO_HANDLE -> new RefusalStatus(StatusCode.INVALID_NAME_ID_POLICY,
						"No name identifier of the requested format is available");
				case REQUEST_DENIED, ACCESS_DENIED, CONSENT_DECLINED, TERMS_DECLINED ->
					new RefusalStatus(StatusCode.REQUEST_DENIED, "The request was denied");
				case NO_ENCRYPTION_KEY -> new RefusalStatus(StatusCode.RESPONDER,
						"The assertion must be encrypted, and the service's metadata holds no usable encryption key");
			};
		}

	}

}
