package org.campanile.saml.metadata;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.opensaml.saml.ext.saml2mdattr.EntityAttributes;
import org.opensaml.saml.ext.saml2mdui.DisplayName;
import org.opensaml.saml.ext.saml2mdui.UIInfo;
import org.opensaml.saml.saml2.metadata.EntityDescriptor;
import org.opensaml.saml.saml2.metadata.IDPSSODescriptor;
import org.opensaml.saml.saml2.metadata.SingleSignOnService;
import org.opensaml.security.credential.UsageType;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import org.campanile.IdentityProvider;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.Credentials.PublishedCertificate;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.metadata.IdpDescription.Contact;
import org.campanile.saml.metadata.IdpDescription.ContactType;
import org.campanile.saml.metadata.IdpDescription.Organization;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.SamlOracle;
import org.campanile.service.DisplayInfo;
import org.campanile.service.DisplayInfo.Logo;
import org.campanile.testkit.saml.TestCredentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class IdpMetadataTests {

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.5Z");

	private static final IdentityProvider IDP = new IdentityProvider("https://login.example.edu/idp/shibboleth",
			"https://login.example.edu/idp", List.of("example.edu", "alumni.example.edu"));

	private static final List<String> FORMATS = List.of(NameId.TRANSIENT, NameId.PERSISTENT);

	@Test
	void whenEverythingIsSaidThenValidAndRead() throws Exception {
		IdpDescription description = new IdpDescription(
				new DisplayInfo(Map.of("en", "Example <University>", "de", "Universität & Söhne"),
						Map.of("en", "Accounts of Example University"),
						List.of(new Logo("https://login.example.edu/logo.png", 80, 60)),
						Map.of("en", "https://www.example.edu/"), Map.of("en", "https://www.example.edu/privacy")),
				Optional.of(new Organization(Map.of("en", "example.edu"), Map.of("en", "Example University"),
						Map.of("en", "https://www.example.edu/"))),
				List.of(new Contact(ContactType.TECHNICAL, "Identity team", null, "idm@example.edu"),
						new Contact(ContactType.SECURITY, "CERT", "Example", "cert@example.edu")),
				Optional.of("https://www.example.edu/error?code=ERRORURL_CODE&ts=ERRORURL_TS"),
				Map.of("http://macedir.org/entity-category-support", List.of("urn:c1", "urn:c2"),
						"urn:oasis:names:tc:SAML:attribute:assurance-certification",
						List.of("https://refeds.org/sirtfi")),
				Optional.of(Duration.ofDays(14)), Optional.of(Duration.ofHours(6)));
		Credentials rsa = TestCredentials.of(KeyType.RSA_2048);
		Credentials both = new Credentials(rsa.signing(), List.of(rsa.published().getFirst(),
				new PublishedCertificate("next", TestCredentials.of(KeyType.EC_P256).signing().certificate())));
		EntityDescriptor entity = read(new IdpMetadata(IDP, both, description, FORMATS, clock()));
		IDPSSODescriptor role = entity.getIDPSSODescriptor(Saml.PROTOCOL_NS);
		assertThat(entity.getEntityID()).isEqualTo(IDP.id());
		assertThat(entity.getValidUntil()).isEqualTo("2026-12-04T12:00:00Z");
		assertThat(entity.getCacheDuration()).isEqualTo(Duration.ofHours(6));
		assertThat(role.getErrorURL()).isEqualTo("https://www.example.edu/error?code=ERRORURL_CODE&ts=ERRORURL_TS");
		assertThat(((EntityAttributes) entity.getExtensions()
			.getUnknownXMLObjects(EntityAttributes.DEFAULT_ELEMENT_NAME)
			.getFirst()).getAttributes()
			.stream()
			.map(attribute -> attribute.getNameFormat() + " " + attribute.getName() + " "
					+ attribute.getAttributeValues()
						.stream()
						.map(value -> Objects.requireNonNull(value.getDOM()).getTextContent())
						.toList()))
			.containsExactly(SamlAttributeName.URI + " http://macedir.org/entity-category-support [urn:c1, urn:c2]",
					SamlAttributeName.URI + " urn:oasis:names:tc:SAML:attribute:assurance-certification "
							+ "[https://refeds.org/sirtfi]");
		assertThat(role.getKeyDescriptors()).hasSize(2).allMatch(key -> key.getUse() == UsageType.SIGNING);
		assertThat(role.getSingleSignOnServices()).extracting(SingleSignOnService::getBinding)
			.containsExactly(Saml.BINDING_REDIRECT, Saml.BINDING_POST);
		assertThat(role.getSingleSignOnServices()).extracting(SingleSignOnService::getLocation)
			.containsExactly(IDP.url(SamlEndpoints.REDIRECT_SSO), IDP.url(SamlEndpoints.POST_SSO));
		assertThat(role.getSingleLogoutServices()).extracting(service -> service.getBinding())
			.containsExactly(Saml.BINDING_REDIRECT, Saml.BINDING_POST, Saml.BINDING_SOAP);
		assertThat(role.getSingleLogoutServices()).extracting(service -> service.getLocation())
			.containsExactly(IDP.url(SamlEndpoints.REDIRECT_SLO), IDP.url(SamlEndpoints.POST_SLO),
					IDP.url(SamlEndpoints.SOAP_SLO));
		assertThat(role.getNameIDFormats()).extracting(format -> format.getURI()).isEqualTo(FORMATS);
		UIInfo ui = (UIInfo) role.getExtensions().getUnknownXMLObjects(UIInfo.DEFAULT_ELEMENT_NAME).getFirst();
		assertThat(ui.getDisplayNames()).extracting(DisplayName::getValue)
			.containsExactly("Universität & Söhne", "Example <University>");
		assertThat(ui.getLogos().getFirst().getURI()).isEqualTo("https://login.example.edu/logo.png");
		assertThat(entity.getContactPersons()).hasSize(2);
		assertThat(entity.getOrganization().getDisplayNames().getFirst().getValue()).isEqualTo("Example University");
		assertThat(SamlOracle.valid(new IdpMetadata(IDP, both, description, FORMATS, clock()).xml())
			.getElementsByTagNameNS("urn:mace:shibboleth:metadata:1.0", "Scope")
			.getLength()).isEqualTo(2);
	}

	@Test
	void whenReadThenItSaysWhatRequestsMayBeSignedWithThePreferredFirst() throws Exception {
		IdpMetadata metadata = new IdpMetadata(IDP, TestCredentials.of(KeyType.RSA_2048), IdpDescription.NONE, FORMATS,
				clock());
		NodeList methods = SamlOracle.valid(metadata.xml())
			.getElementsByTagNameNS("urn:oasis:names:tc:SAML:metadata:algsupport", "*");
		List<String> said = IntStream.range(0, methods.getLength())
			.mapToObj(i -> (Element) methods.item(i))
			.map(method -> method.getLocalName() + " " + method.getAttribute("Algorithm"))
			.toList();
		assertThat(said).startsWith("DigestMethod http://www.w3.org/2001/04/xmlenc#sha256")
			.contains("SigningMethod http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512")
			.noneMatch(method -> method.endsWith("sha1"));
		assertThat(said).filteredOn(method -> method.startsWith("SigningMethod"))
			.first()
			.isEqualTo("SigningMethod http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
	}

	@Test
	void whenNothingIsSaidThenValidAndConstant() throws Exception {
		IdentityProvider bare = new IdentityProvider("urn:x:idp", "http://localhost:8080/idp", List.of());
		IdpMetadata metadata = new IdpMetadata(bare, TestCredentials.of(KeyType.EC_P256), IdpDescription.NONE,
				List.of(), clock());
		EntityDescriptor entity = read(metadata);
		assertThat(entity.getValidUntil()).isNull();
		assertThat(entity.getExtensions()).isNull();
		// Some services take any value as an instruction, and "false" as one not to sign.
		assertThat(entity.getIDPSSODescriptor(Saml.PROTOCOL_NS).getWantAuthnRequestsSignedXSBoolean()).isNull();
		assertThat(entity.getIDPSSODescriptor(Saml.PROTOCOL_NS)
			.getExtensions()
			.getUnknownXMLObjects(UIInfo.DEFAULT_ELEMENT_NAME)).isEmpty();
		assertThat(metadata.xml()).isEqualTo(metadata.xml());
	}

	@Test
	void whenOrganizationIsHalfSaidThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Organization(Map.of("en", "x"), Map.of(), Map.of()));
	}

	private static EntityDescriptor read(IdpMetadata metadata) throws Exception {
		return OpenSaml.get().unmarshall(SamlOracle.valid(metadata.xml()).getDocumentElement(), EntityDescriptor.class);
	}

	private static InstantSource clock() {
		return InstantSource.fixed(NOW);
	}

}
