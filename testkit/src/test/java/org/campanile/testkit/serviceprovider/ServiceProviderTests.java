package org.campanile.testkit.serviceprovider;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

import org.junit.jupiter.api.Test;
import org.opensaml.saml.saml2.core.AuthnRequest;
import org.opensaml.security.credential.BasicCredential;
import org.opensaml.xmlsec.signature.support.SignatureValidator;
import org.w3c.dom.Document;

import org.campanile.saml.nameid.NameId;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.RequestedAuthnContext.Comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ServiceProviderTests {

	private static final String ENTITY_ID = "https://sp.example.org/demo";

	private static final String ACS = "https://sp.example.org/demo/acs";

	private static final String SSO = "https://idp.example.edu/sso";

	private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-20T10:00:00.123456Z"));

	private static final SecureRandom RANDOM = new SecureRandom();

	private static final ServiceProviderKeys KEYS = ServiceProviderKeys.generate("sp.example.org", CLOCK, RANDOM);

	private static final ServiceProviderSettings SETTINGS = ServiceProviderSettings.of(ENTITY_ID, ACS,
			Map.of("en", "Demo service", "de", "Demo-Dienst", "fr", "Service de démonstration"));

	private final ServiceProvider provider = new ServiceProvider(SETTINGS, KEYS, CLOCK, RANDOM);

	@Test
	void whenMetadataThenValidAgainstTheSchemaAndSaysWhatIsSet() throws Exception {
		String xml = new String(provider.metadata(), StandardCharsets.UTF_8);
		SamlSchemas.validate(OpenSaml.get().parse(provider.metadata()));
		assertThat(xml).contains("entityID=\"" + ENTITY_ID + "\"")
			.contains("AuthnRequestsSigned=\"true\"")
			.contains("WantAssertionsSigned=\"true\"")
			.contains("<mdui:DisplayName xml:lang=\"fr\">Service de démonstration</mdui:DisplayName>")
			.contains("use=\"signing\"")
			.contains("use=\"encryption\"")
			.contains("Algorithm=\"" + ServiceProviderSettings.AES_128_GCM + "\"")
			.contains("Location=\"" + ACS + "\" index=\"1\" isDefault=\"true\"");
	}

	@Test
	void whenLeastMetadataThenValidAgainstTheSchema() throws Exception {
		ServiceProviderSettings least = new ServiceProviderSettings(ENTITY_ID, List.of(ACS, ACS + "2"), Map.of(),
				List.of(), false, false, false, List.of());
		byte[] metadata = new ServiceProvider(least, KEYS, CLOCK, RANDOM).metadata();
		SamlSchemas.validate(OpenSaml.get().parse(metadata));
		assertThat(new String(metadata, StandardCharsets.UTF_8)).contains("AuthnRequestsSigned=\"false\"")
			.contains("WantAssertionsSigned=\"false\"")
			.doesNotContain("encryption")
			.doesNotContain("Extensions")
			.contains("Location=\"" + ACS + "2\" index=\"2\"/>");
	}

	@Test
	void whenNoEndpointThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> SETTINGS.withAssertionConsumerServices(List.of()));
	}

	@Test
	void whenKeysThenRsa2048WithACertificateOfTheirOwn() throws Exception {
		assertThat(KEYS.certificate().getPublicKey()).isInstanceOfSatisfying(
				java.security.interfaces.RSAPublicKey.class,
				key -> assertThat(key.getModulus().bitLength()).isEqualTo(2048));
		KEYS.certificate().verify(KEYS.certificate().getPublicKey());
		assertThat(KEYS.certificate().getNotBefore().toInstant()).isBefore(CLOCK.instant());
		assertThat(KEYS.certificate().getSubjectX500Principal().getName()).isEqualTo("CN=sp.example.org");
	}

	@Test
	void whenRedirectedThenTheQueryHoldsTheRequestAndItsSignature() throws Exception {
		RedirectRequest request = provider.redirect(SSO,
				AuthnRequestOptions.PLAIN.withForceAuthn().withPassive().withRelayState("a b/ü"));
		Map<String, String> query = query(request.url());
		assertThat(query.keySet()).containsExactly("SAMLRequest", "RelayState", "SigAlg", "Signature");
		assertThat(query.get("RelayState")).isEqualTo("a b/ü");
		String xml = inflated(Objects.requireNonNull(query.get("SAMLRequest")));
		assertThat(xml).isEqualTo(request.xml())
			.contains("ID=\"" + request.id() + "\"")
			.contains("ForceAuthn=\"true\"")
			.contains("IsPassive=\"true\"")
			.contains("IssueInstant=\"2026-11-20T10:00:00.123Z\"")
			.contains("Destination=\"" + SSO + "\"");
		SamlSchemas.validate(OpenSaml.get().parse(xml.getBytes(StandardCharsets.UTF_8)));
		String raw = URI.create(request.url()).getRawQuery();
		Signature signature = Signature.getInstance("SHA256withRSA");
		signature.initVerify(KEYS.certificate());
		signature.update(raw.substring(0, raw.indexOf("&Signature=")).getBytes(StandardCharsets.US_ASCII));
		assertThat(signature.verify(Base64.getDecoder().decode(query.get("Signature")))).isTrue();
	}

	@Test
	void whenToBeUnsignedThenUnsigned() {
		RedirectRequest request = provider.redirect(SSO + "?a=b", AuthnRequestOptions.PLAIN.withSigned(false));
		assertThat(request.url()).startsWith(SSO + "?a=b&SAMLRequest=");
		assertThat(query(request.url()).keySet()).containsExactly("a", "SAMLRequest");
		assertThat(provider.post(SSO, AuthnRequestOptions.PLAIN.withSigned(false)).xml()).doesNotContain("Signature");
	}

	@Test
	void whenPostedThenTheDocumentIsSignedAndValid() throws Exception {
		PostRequest post = provider.post(SSO,
				AuthnRequestOptions.PLAIN.withNameIdFormat(NameId.PERSISTENT)
					.withAuthnContext(new RequestedAuthnContext(Comparison.MINIMUM, List.of("urn:x", "urn:y")))
					.withResponseUrl(ACS)
					.withRelayState("state"));
		assertThat(post.action()).isEqualTo(SSO);
		assertThat(post.fields().keySet()).containsExactly("SAMLRequest", "RelayState");
		byte[] xml = Base64.getDecoder().decode(post.fields().get("SAMLRequest"));
		assertThat(new String(xml, StandardCharsets.UTF_8)).isEqualTo(post.xml())
			.contains("AssertionConsumerServiceURL=\"" + ACS + "\"")
			.contains("Format=\"" + NameId.PERSISTENT + "\"")
			.contains("Comparison=\"minimum\"")
			.doesNotContain("&#13;");
		Document document = OpenSaml.get().parse(xml);
		SamlSchemas.validate(document);
		AuthnRequest request = OpenSaml.get().unmarshall(document.getDocumentElement(), AuthnRequest.class);
		assertThat(request.getID()).isEqualTo(post.id());
		SignatureValidator.validate(Objects.requireNonNull(request.getSignature()),
				new BasicCredential(KEYS.certificate().getPublicKey()));
	}

	@Test
	void whenByIndexThenTheIndexStandsInTheRequest() {
		assertThat(provider.redirect(SSO, AuthnRequestOptions.PLAIN.withResponseUrlIndex(2)).xml())
			.contains("AssertionConsumerServiceIndex=\"2\"")
			.doesNotContain("ProtocolBinding");
	}

	@Test
	void whenManyRequestsThenEachHasAnIdOf160BitsOfItsOwn() {
		assertThat(java.util.stream.Stream.generate(provider::newId).limit(1000)).doesNotHaveDuplicates()
			.allMatch(id -> id.matches("_[0-9a-f]{40}"));
	}

	@Test
	void whenNotAnAuthnRequestThenNotSigned() {
		assertThatIllegalArgumentException().isThrownBy(() -> RequestBinding.signed("<a/>", KEYS));
	}

	private static Map<String, String> query(String url) {
		Map<String, String> query = new LinkedHashMap<>();
		for (String parameter : URI.create(url).getRawQuery().split("&")) {
			int equals = parameter.indexOf('=');
			query.put(parameter.substring(0, equals),
					URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8));
		}
		return query;
	}

	private static String inflated(String base64) throws Exception {
		byte[] deflated = Base64.getDecoder().decode(base64);
		try (InflaterInputStream in = new InflaterInputStream(new java.io.ByteArrayInputStream(deflated),
				new Inflater(true))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
