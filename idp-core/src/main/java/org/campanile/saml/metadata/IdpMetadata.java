package org.campanile.saml.metadata;

import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.campanile.IdentityProvider;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.Credentials.PublishedCertificate;
import org.campanile.saml.message.RequestSignatureAlgorithm;
import org.campanile.saml.metadata.IdpDescription.Contact;
import org.campanile.saml.metadata.IdpDescription.ContactType;
import org.campanile.xml.CanonicalXmlWriter;
import org.campanile.xml.XmlNamespace;
import org.campanile.service.DisplayInfo;

import static org.campanile.saml.xml.Namespaces.ALG;
import static org.campanile.saml.xml.Namespaces.DS;
import static org.campanile.saml.xml.Namespaces.MD;
import static org.campanile.saml.xml.Namespaces.MDATTR;
import static org.campanile.saml.xml.Namespaces.MDUI;
import static org.campanile.saml.xml.Namespaces.SAML;
import static org.campanile.saml.xml.Namespaces.SHIBMD;

/**
 * The server's own metadata (SAML Metadata 2.4.3), unsigned: it is fetched over https, or
 * submitted to a federation that signs it. The same input yields the same bytes, except
 * for {@code validUntil} if configured. Thread-safe.
 */
public final class IdpMetadata {

	private static final String REMD = "http://refeds.org/metadata";

	private static final XmlNamespace REMD_NS = new XmlNamespace("remd", REMD);

	private static final List<String> DIGESTS = List.of("http://www.w3.org/2001/04/xmlenc#sha256",
			"http://www.w3.org/2001/04/xmldsig-more#sha384", "http://www.w3.org/2001/04/xmlenc#sha512");

	private final IdentityProvider identityProvider;

	private final Credentials credentials;

	private final IdpDescription description;

	private final List<String> nameIdFormats;

	private final InstantSource clock;

	/**
	 * @param identityProvider entityID, URLs and scopes
	 * @param credentials the certificates to publish
	 * @param description the description of the server
	 * @param nameIdFormats the supported formats, in order of preference
	 * @param clock for {@code validUntil}
	 */
	public IdpMetadata(IdentityProvider identityProvider, Credentials credentials, IdpDescription description,
			List<String> nameIdFormats, InstantSource clock) {
		this.identityProvider = identityProvider;
		this.credentials = credentials;
		this.description = description;
		this.nameIdFormats = List.copyOf(nameIdFormats);
		this.clock = clock;
	}

	/** The document, UTF-8; its media type is {@code application/samlmetadata+xml}. */
	public byte[] xml() {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(MD, "EntityDescriptor").attribute("entityID", identityProvider.id());
		description.validity().ifPresent(validity -> xml.attribute("validUntil", validUntil(validity)));
		description.cacheDuration().ifPresent(duration -> xml.attribute("cacheDuration", duration.toString()));
		entityAttributes(xml);
		idpSsoDescriptor(xml);
		description.organization().ifPresent(organization -> {
			xml.open(MD, "Organization");
			localized(xml, MD, "OrganizationName", organization.names());
			localized(xml, MD, "OrganizationDisplayName", organization.displayNames());
			localized(xml, MD, "OrganizationURL", organization.urls());
			xml.close();
		});
		description.contacts().forEach(contact -> contact(xml, contact));
		return xml.close().toByteArray();
	}

	private String validUntil(Duration validity) {
		Instant end = clock.instant().plus(validity).truncatedTo(ChronoUnit.SECONDS);
		return end.toString();
	}

	/**
	 * Writes the entity attributes (SAML V2.0 Metadata Extension for Entity Attributes
	 * 2.3), in the order of their names, so that the same ones yield the same bytes.
	 */
	private void entityAttributes(CanonicalXmlWriter xml) {
		if (description.entityAttributes().isEmpty()) {
			return;
		}
		xml.open(MD, "Extensions").open(MDATTR, "EntityAttributes");
		new TreeMap<>(description.entityAttributes()).forEach((name, values) -> {
			xml.open(SAML, "Attribute").attribute("Name", name).attribute("NameFormat", SamlAttributeName.URI);
			values.forEach(value -> xml.textElement(SAML, "AttributeValue", value));
			xml.close();
		});
		xml.close().close();
	}

	private void idpSsoDescriptor(CanonicalXmlWriter xml) {
		// Without WantAuthnRequestsSigned, which is false by default (Metadata 2.4.3):
		// python3-saml interprets an explicit false as an instruction not to sign.
		xml.open(MD, "IDPSSODescriptor").attribute("protocolSupportEnumeration", Saml.PROTOCOL_NS);
		description.errorUrl().ifPresent(url -> xml.attribute("errorURL", url));
		extensions(xml);
		credentials.published().forEach(certificate -> keyDescriptor(xml, certificate));
		// In the order of the schema. Services without a preference use the first, and
		// Redirect needs no script in the browser.
		endpoint(xml, "SingleLogoutService", Saml.BINDING_REDIRECT, identityProvider.url(SamlEndpoints.REDIRECT_SLO));
		endpoint(xml, "SingleLogoutService", Saml.BINDING_POST, identityProvider.url(SamlEndpoints.POST_SLO));
		endpoint(xml, "SingleLogoutService", Saml.BINDING_SOAP, identityProvider.url(SamlEndpoints.SOAP_SLO));
		nameIdFormats.forEach(format -> xml.textElement(MD, "NameIDFormat", format));
		// Services without a preference use the first, and Redirect suits most of them.
		endpoint(xml, "SingleSignOnService", Saml.BINDING_REDIRECT, identityProvider.url(SamlEndpoints.REDIRECT_SSO));
		endpoint(xml, "SingleSignOnService", Saml.BINDING_POST, identityProvider.url(SamlEndpoints.POST_SSO));
		xml.close();
	}

	private void extensions(CanonicalXmlWriter xml) {
		DisplayInfo display = description.display();
		xml.open(MD, "Extensions");
		algorithms(xml);
		for (String scope : identityProvider.scopes()) {
			xml.open(SHIBMD, "Scope").attribute("regexp", "false").text(scope).close();
		}
		if (!display.equals(DisplayInfo.NONE)) {
			xml.open(MDUI, "UIInfo");
			localized(xml, MDUI, "DisplayName", display.names());
			localized(xml, MDUI, "Description", display.descriptions());
			for (DisplayInfo.Logo logo : display.logos()) {
				xml.open(MDUI, "Logo")
					.attribute("height", Integer.toString(logo.height()))
					.attribute("width", Integer.toString(logo.width()))
					.text(logo.url())
					.close();
			}
			localized(xml, MDUI, "InformationURL", display.informationUrls());
			localized(xml, MDUI, "PrivacyStatementURL", display.privacyStatementUrls());
			xml.close();
		}
		xml.close();
	}

	/**
	 * Writes the algorithms with which requests may be signed (Metadata Profile for
	 * Algorithm Support 1.0, 2.3 and 2.4), the preferred first. Without them, the
	 * Shibboleth service provider signs posted messages with SHA-1, which is refused.
	 */
	private static void algorithms(CanonicalXmlWriter xml) {
		for (String digest : DIGESTS) {
			xml.open(ALG, "DigestMethod").attribute("Algorithm", digest).close();
		}
		for (RequestSignatureAlgorithm algorithm : RequestSignatureAlgorithm.values()) {
			if (!algorithm.isSha1()) {
				xml.open(ALG, "SigningMethod").attribute("Algorithm", algorithm.uri()).close();
			}
		}
	}

	private static void keyDescriptor(CanonicalXmlWriter xml, PublishedCertificate published) {
		xml.open(MD, "KeyDescriptor").attribute("use", "signing");
		xml.open(DS, "KeyInfo").open(DS, "X509Data");
		try {
			xml.open(DS, "X509Certificate")
				.raw(Base64.getEncoder().encode(published.certificate().getEncoded()))
				.close();
		}
		catch (CertificateEncodingException ex) {
			throw new IllegalStateException(published.name() + ": the certificate cannot be encoded", ex);
		}
		xml.close().close().close();
	}

	private static void endpoint(CanonicalXmlWriter xml, String element, String binding, String location) {
		xml.open(MD, element).attribute("Binding", binding).attribute("Location", location).close();
	}

	/**
	 * Writes texts in the order of the language tags, so that the same texts yield the
	 * same bytes.
	 */
	private static void localized(CanonicalXmlWriter xml, XmlNamespace namespace, String element,
			Map<String, String> texts) {
		new TreeMap<>(texts).forEach((language,
				text) -> xml.open(namespace, element).attribute(XmlNamespace.XML, "lang", language).text(text).close());
	}

	private static void contact(CanonicalXmlWriter xml, Contact contact) {
		xml.open(MD, "ContactPerson");
		if (contact.type() == ContactType.SECURITY) {
			xml.attribute("contactType", "other").attribute(REMD_NS, "contactType", REMD + "/contactType/security");
		}
		else {
			xml.attribute("contactType", contact.type().name().toLowerCase(Locale.ROOT));
		}
		if (contact.givenName() != null) {
			xml.textElement(MD, "GivenName", contact.givenName());
		}
		if (contact.surName() != null) {
			xml.textElement(MD, "SurName", contact.surName());
		}
		if (contact.email() != null) {
			xml.textElement(MD, "EmailAddress", "mailto:" + contact.email());
		}
		xml.close();
	}

}
