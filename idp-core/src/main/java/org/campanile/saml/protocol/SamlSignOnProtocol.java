package org.campanile.saml.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.assertion.NoEncryptionKeyException;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;
import org.campanile.signon.Refusal;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.store.StoreUnavailableException;

/**
 * The SAML 2.0 part of a sign-on (SAML Profiles 4.1): the user is identified by a name
 * identifier, and the answer is a signed Response. Thread-safe.
 */
public final class SamlSignOnProtocol implements SignOnProtocol {

	private final NameIdPolicy nameIdPolicy;

	private final SamlAttributeNames names;

	private final ResponseIssuer issuer;

	public SamlSignOnProtocol(NameIdPolicy nameIdPolicy, SamlAttributeNames names, ResponseIssuer issuer) {
		this.nameIdPolicy = nameIdPolicy;
		this.names = names;
		this.issuer = issuer;
	}

	@Override
	public ProtocolId id() {
		return RelyingParty.PROTOCOL;
	}

	@Override
	public boolean mayAnswer(SignOnRequest request, Service service) {
		return ((RelyingParty) service).assertionConsumerServices()
			.stream()
			.anyMatch(endpoint -> endpoint.location().equals(request.answerUrl()));
	}

	@Override
	public RequestedAttributes requested(SignOnRequest request, Service service) {
		return MetadataRequestedAttributes.of((RelyingParty) service,
				SamlSignOn.of(request).attributeConsumingServiceIndex(), names);
	}

	@Override
	public Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session,
			ReleasedAttributes released) throws StoreUnavailableException {
		return nameIdPolicy.nameIdFor(session, released, (RelyingParty) service, SamlSignOn.of(request).nameId())
			.map(NameId::toHandle);
	}

	@Override
	public Optional<String> name(Service service, SsoSession session, Handle handle) {
		return handle.kind().equals(NameId.TRANSIENT) ? Optional.empty() : Optional.of(handle.value());
	}

	@Override
	public Issued grant(SignOnRequest request, SignOnOutcome.Granted granted) throws NotGrantedException {
		try {
			ResponseIssuer.Issued issued = issuer.success(request, granted);
			Map<String, String> audit = new LinkedHashMap<>();
			audit.put("nameIdFormat", granted.handle().kind());
			audit.put("nameId", granted.handle().value());
			audit.put("assertionId", issued.assertionId());
			audit.put("sessionIndex", issued.sessionIndex());
			return new Issued(issued.message(), audit);
		}
		catch (NoEncryptionKeyException ex) {
			throw new NotGrantedException(Refusal.NO_ENCRYPTION_KEY, ex);
		}
	}

	@Override
	public Optional<Answer> refuse(SignOnRequest request, Refusal refusal) {
		return Optional.of(issuer.refusal(request, refusal));
	}

}
