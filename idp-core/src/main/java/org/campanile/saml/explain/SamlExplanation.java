package org.campanile.saml.explain;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

import org.campanile.explain.Explanation.Subject;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.explain.UnexplainedException;
import org.campanile.explain.UnexplainedException.Kind;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.saml.assertion.AttributeStatementWriter;
import org.campanile.saml.assertion.NamedAttribute;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.protocol.MetadataRequestedAttributes;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.xml.CanonicalXmlWriter;
import org.campanile.saml.xml.PrettyXml;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/**
 * Explains the SAML part of a sign-on with the components of a real one: the same name
 * identifiers and writers. Queries the store for stored identifiers.
 */
public final class SamlExplanation implements ProtocolExplanation {

	private final NameIdPolicy nameIdPolicy;

	private final SamlAttributeNames names;

	private final RelyingPartyRegistry services;

	private final Protections protections;

	private final UnaryOperator<String> nearService;

	/**
	 * @param credentials the server's keys; empty before the first start
	 * @param nearService describes known services that resemble an unknown one
	 */
	public SamlExplanation(NameIdPolicy nameIdPolicy, SamlAttributeNames names, RelyingPartyRegistry services,
			Optional<Credentials> credentials, UnaryOperator<String> nearService) {
		this.nameIdPolicy = nameIdPolicy;
		this.names = names;
		this.services = services;
		this.protections = new Protections(credentials);
		this.nearService = nearService;
	}

	@Override
	public Optional<RelyingParty> find(String service) {
		return services.find(service);
	}

	@Override
	public String whyNotFound(String service) {
		return services.reasonUnavailable(service)
			.map(reason -> "service " + service + " is not served: " + reason)
			.orElseGet(() -> "service " + service + " is in no file of metadata/" + nearService.apply(service));
	}

	@Override
	public RequestedAttributes requested(Service service) {
		return MetadataRequestedAttributes.of(own(service), OptionalInt.empty(), names);
	}

	@Override
	public Received explain(Service service, SsoSession session, ReleasedAttributes released)
			throws UnexplainedException {
		RelyingParty party = own(service);
		NameIdPolicy.Explained nameId = nameId(party, session, released);
		Optional<String> refusal = nameId.nameId().isEmpty()
				? Optional
					.of("no format of name identifier is possible (InvalidNameIDPolicy); see the name " + "identifier")
				: protections.refusal(party);
		return new Received(subject(nameId), protections.signature(party), protections.encryption(party),
				refusal.orElse(null), statement(NamedAttribute.of(released, names)));
	}

	private NameIdPolicy.Explained nameId(RelyingParty service, SsoSession session, ReleasedAttributes released)
			throws UnexplainedException {
		try {
			return nameIdPolicy.explain(session, released, service, NameIdRequest.ANY);
		}
		catch (StoreUnavailableException ex) {
			throw new UnexplainedException(Kind.UNAVAILABLE, "the store of persistent identifiers does not answer: "
					+ ex.getMessage() + "; see health on the management port");
		}
	}

	private static Subject subject(NameIdPolicy.Explained explained) {
		Optional<NameId> nameId = explained.nameId();
		return new Subject(nameId.map(NameId::format).orElse(null),
				nameId.filter(id -> !id.format().equals(NameId.TRANSIENT)).map(NameId::value).orElse(null),
				explained.reasons());
	}

	private static String statement(List<NamedAttribute> attributes) {
		if (attributes.isEmpty()) {
			return "";
		}
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		AttributeStatementWriter.write(xml, attributes);
		return PrettyXml.of(new String(xml.toByteArray(), StandardCharsets.UTF_8));
	}

	private static RelyingParty own(Service service) {
		return (RelyingParty) service;
	}

}
