package org.campanile.saml.assertion;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.spec.MGF1ParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opensaml.saml.saml2.core.Response;

import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.opensaml.SamlOracle;
import org.campanile.saml.opensaml.metadata.EntityReading;
import org.campanile.saml.opensaml.metadata.ServiceReader;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.testkit.saml.TestCredentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.assertion.IssuedResponses.SERVICE_KEY;
import static org.campanile.saml.assertion.IssuedResponses.decrypted;
import static org.campanile.saml.assertion.IssuedResponses.read;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Keys are encrypted with the parameters that metadata lists (SAML Metadata 2.4.1.1, XML
 * Encryption 1.1, 5.5.2), and responses state them.
 */
class KeyTransportTests {

	private static final String MGF1P = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";

	private static final String OAEP = "http://www.w3.org/2009/xmlenc11#rsa-oaep";

	private static final String SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";

	private static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";

	private static final String SHA384 = "http://www.w3.org/2001/04/xmldsig-more#sha384";

	private static final String SHA512 = "http://www.w3.org/2001/04/xmlenc#sha512";

	private static final String MGF1 = "http://www.w3.org/2009/xmlenc11#mgf1";

	private static final String LABEL = "<xenc:OAEPparams>9lWu3Q==</xenc:OAEPparams>";

	private static final List<CryptoProvider> PROVIDERS = List.of(CryptoProvider.installed(),
			CryptoProvider.of(CryptoProviderChoice.AUTO, new SecureRandom()));

	private final IssuedResponses responses = new IssuedResponses();

	@ParameterizedTest
	@MethodSource
	void whenMetadataListsParametersThenTheKeyIsEncryptedWithThem(String listed, String digest, String mask,
			List<String> stated) throws Exception {
		TestSignOns signOn = new TestSignOns().encryptTo(keys(listed));
		for (CryptoProvider crypto : PROVIDERS) {
			ResponseIssuer issuer = responses.issuer(TestCredentials.of(KeyType.EC_P256, crypto), crypto);
			Response response = read(issuer.success(signOn.request(), signOn.granted()).message());
			assertThat(SamlOracle.keyTransport(response)).isEqualTo(stated);
			assertThat(contentKey(response, digest, mask)).hasSize(16);
			assertThat(decrypted(response).getID()).isNotEmpty();
		}
	}

	static Stream<Arguments> whenMetadataListsParametersThenTheKeyIsEncryptedWithThem() {
		List<String> usual = List.of(MGF1P, SHA1);
		return Stream.of(arguments(method(MGF1P, ""), "SHA-1", "SHA-1", usual),
				arguments(method(MGF1P, digest(SHA256)), "SHA-256", "SHA-1", List.of(MGF1P, SHA256)),
				arguments(method(OAEP, ""), "SHA-256", "SHA-256", List.of(OAEP, SHA256, MGF1 + "sha256")),
				arguments(method(OAEP, digest(SHA1) + mask("sha1")), "SHA-1", "SHA-1",
						List.of(OAEP, SHA1, MGF1 + "sha1")),
				arguments(method(OAEP, digest(SHA256)), "SHA-256", "SHA-1", List.of(OAEP, SHA256, MGF1 + "sha1")),
				arguments(method(OAEP, mask("sha256")), "SHA-1", "SHA-256", List.of(OAEP, SHA1, MGF1 + "sha256")),
				arguments(method(OAEP, digest(SHA384) + mask("sha384")), "SHA-384", "SHA-384",
						List.of(OAEP, SHA384, MGF1 + "sha384")),
				arguments(method(OAEP, digest(SHA512) + mask("sha512")), "SHA-512", "SHA-512",
						List.of(OAEP, SHA512, MGF1 + "sha512")),
				arguments(method(OAEP, digest("urn:x:digest")), "SHA-1", "SHA-1", usual),
				arguments(method(OAEP, digest(SHA256) + LABEL), "SHA-1", "SHA-1", usual));
	}

	private static String method(String algorithm, String parameters) {
		return "<md:EncryptionMethod Algorithm=\"" + algorithm + "\">" + parameters + "</md:EncryptionMethod>";
	}

	private static String digest(String uri) {
		return "<ds:DigestMethod Algorithm=\"" + uri + "\"/>";
	}

	private static String mask(String digest) {
		return "<xenc11:MGF Algorithm=\"" + MGF1 + digest + "\"/>";
	}

	/** Returns the service's keys, as they are read from metadata with these methods. */
	private static List<EncryptionKey> keys(String methods) {
		String metadata = """
				<w><md:EntityDescriptor entityID="urn:sp" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
				xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:dsig11="http://www.w3.org/2009/xmldsig11#" \
				xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:xenc11="http://www.w3.org/2009/xmlenc11#">\
				<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">\
				<md:KeyDescriptor use="encryption"><ds:KeyInfo>\
				<dsig11:DEREncodedKeyValue>%s</dsig11:DEREncodedKeyValue></ds:KeyInfo>%s</md:KeyDescriptor>\
				<md:AssertionConsumerService index="1" Location="https://sp.example.org/acs" \
				Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"/>\
				</md:SPSSODescriptor></md:EntityDescriptor></w>"""
			.formatted(Base64.getEncoder().encodeToString(SERVICE_KEY.getPublic().getEncoded()), methods);
		EntityReading reading = new ServiceReader().read(metadata.getBytes(StandardCharsets.UTF_8), "urn:sp",
				RelyingPartySettings.DEFAULTS);
		return ((EntityReading.Service) reading).relyingParty().encryptionKeys();
	}

	/** Decrypts the key of the content; fails if it was encrypted otherwise. */
	private static byte[] contentKey(Response response, String digest, String mask) throws Exception {
		Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
		cipher.init(Cipher.DECRYPT_MODE, SERVICE_KEY.getPrivate(),
				new OAEPParameterSpec(digest, "MGF1", new MGF1ParameterSpec(mask), PSource.PSpecified.DEFAULT));
		return cipher.doFinal(Base64.getDecoder().decode(SamlOracle.cipherValues(response).getFirst()));
	}

}
