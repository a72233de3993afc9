package org.campanile.saml.opensaml.metadata;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.opensaml.metadata.TestEntities.ACS;
import static org.campanile.saml.opensaml.metadata.TestEntities.entity;
import static org.campanile.saml.opensaml.metadata.TestEntities.remarks;
import static org.campanile.saml.opensaml.metadata.TestEntities.service;

class KeyReaderTests {

	private static final KeyPair RSA = keys("RSA", 2048);

	@Test
	void whenKeysThenSortedByUse() throws Exception {
		PublicKey rsa = RSA.getPublic();
		PublicKey other = keys("RSA", 3072).getPublic();
		KeyPair ec = ec("secp256r1");
		RelyingParty service = service(key("signing", certificate(ec, "CN=expired"))
				+ key("encryption", der(other) + "",
						"<md:EncryptionMethod Algorithm='urn:gcm'/><md:EncryptionMethod Algorithm='urn:oaep'/>")
				+ key(null, certificate(RSA, "CN=both")) + ACS);
		assertThat(service.signingKeys()).containsExactly(ec.getPublic(), rsa);
		assertThat(service.encryptionKeys()).containsExactly(
				new EncryptionKey(other, List.of(method("urn:gcm", null, null), method("urn:oaep", null, null))),
				new EncryptionKey(rsa, List.of()));
	}

	@Test
	void whenMethodsHaveParametersThenReadAndThoseWithALabelDropped() {
		String digest = "<ds:DigestMethod xmlns:ds='http://www.w3.org/2000/09/xmldsig#' Algorithm=' urn:digest '/>";
		String mask = "<x:MGF xmlns:x='http://www.w3.org/2009/xmlenc11#' Algorithm='urn:mask'/>";
		String label = "<e:OAEPparams xmlns:e='http://www.w3.org/2001/04/xmlenc#'>%s</e:OAEPparams>";
		String methods = listed("urn:both", digest + mask) + listed("urn:digest-only", digest)
				+ listed("urn:mask-only", label.formatted(" ") + mask)
				+ listed("urn:labelled", label.formatted("9lWu3Q==") + digest)
				+ listed("urn:foreign", "<x:DigestMethod xmlns:x='urn:x' Algorithm='urn:digest'/>")
				+ listed("urn:unnamed", "<ds:DigestMethod xmlns:ds='http://www.w3.org/2000/09/xmldsig#'/>");
		String content = key("encryption", der(RSA.getPublic()), methods) + ACS;
		List<EncryptionKey.Method> expected = List.of(method("urn:both", "urn:digest", "urn:mask"),
				method("urn:digest-only", "urn:digest", null), method("urn:mask-only", null, "urn:mask"),
				method("urn:foreign", null, null), method("urn:unnamed", "", null));
		assertThat(service(content).encryptionKeys()).containsExactly(new EncryptionKey(RSA.getPublic(), expected));
		assertThat(remarks("", content)).isEmpty();
	}

	private static String listed(String algorithm, String parameters) {
		return "<md:EncryptionMethod Algorithm='" + algorithm + "'>" + parameters + "</md:EncryptionMethod>";
	}

	private static EncryptionKey.Method method(String algorithm, @Nullable String digest, @Nullable String mask) {
		return new EncryptionKey.Method(algorithm, Optional.ofNullable(digest), Optional.ofNullable(mask));
	}

	@Test
	void whenKeyValuesThenRead() throws Exception {
		RSAPublicKey rsa = (RSAPublicKey) RSA.getPublic();
		KeyPair ec = ec("secp384r1");
		byte[] spki = ec.getPublic().getEncoded();
		String point = Base64.getEncoder()
			.encodeToString(java.util.Arrays.copyOfRange(spki, spki.length - 97, spki.length));
		RelyingParty service = service(key("signing", "<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>"
				+ Base64.getMimeEncoder().encodeToString(rsa.getModulus().toByteArray()) + "</ds:Modulus><ds:Exponent>"
				+ Base64.getEncoder().encodeToString(rsa.getPublicExponent().toByteArray())
				+ "</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>")
				+ key("signing",
						"<ds:KeyValue><e:ECKeyValue xmlns:e='http://www.w3.org/2009/xmldsig11#'>"
								+ "<e:NamedCurve URI='urn:oid:1.3.132.0.34'/><e:PublicKey>" + point
								+ "</e:PublicKey></e:ECKeyValue></ds:KeyValue>")
				+ ACS);
		assertThat(service.signingKeys()).extracting(PublicKey::getAlgorithm).containsExactly("RSA", "EC");
		assertThat(service.signingKeys()).containsExactly(rsa, ec.getPublic());
	}

	@Test
	void whenAChainThenTheEndEntityCounts() throws Exception {
		KeyPair authority = ec("secp256r1");
		String chain = "<ds:X509Data>" + certificateElement(authority, "CN=ca", authority, "CN=ca")
				+ certificateElement(RSA, "CN=sp", authority, "CN=ca") + "</ds:X509Data>";
		assertThat(service(key("signing", chain) + ACS).signingKeys()).containsExactly(RSA.getPublic());
	}

	@Test
	void whenKeysAreWeakOrUnreadableThenDroppedWithARemark() throws Exception {
		String weak = key(null, der(keys("RSA", 1024).getPublic())) + key("signing", der(keys("DSA", 2048).getPublic()))
				+ key("encryption", der(ec("secp256r1").getPublic()))
				+ key(null, "<ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data>")
				+ key(null, "<ds:X509Data><ds:X509Certificate>%%%</ds:X509Certificate></ds:X509Data>")
				+ key(null, "<ds:KeyValue><ds:RSAKeyValue/></ds:KeyValue>") + key(null, "<ds:KeyName>me</ds:KeyName>")
				+ "<md:KeyDescriptor/>";
		RelyingParty service = service(" AuthnRequestsSigned='1'", weak + ACS);
		assertThat(service.signingKeys()).isEmpty();
		assertThat(service.encryptionKeys()).isEmpty();
		assertThat(remarks(" AuthnRequestsSigned='1'", weak + ACS)).anyMatch(remark -> remark.contains("RSA of 1024"))
			.anyMatch(remark -> remark.contains("DSA"))
			.anyMatch(remark -> remark.contains("EC keys cannot be encrypted to"))
			.anyMatch(remark -> remark.contains("certificate dropped"))
			.anyMatch(remark -> remark.contains("KeyValue dropped"))
			.anyMatch(remark -> remark.contains("no readable key"))
			.anyMatch(remark -> remark.contains("every request will be refused"));
	}

	@Test
	void whenEveryKeyForEncryptionIsDroppedThenKnown() throws Exception {
		String elliptic = key("encryption", der(ec("secp256r1").getPublic()));
		String weak = der(keys("RSA", 1024).getPublic());
		for (String unusable : List.of(elliptic, key("encryption", weak),
				key("encryption", "<ds:KeyName>me</ds:KeyName>"), "<md:KeyDescriptor use='encryption'/>")) {
			assertThat(service(unusable + ACS).encryptionKeysUnusable()).as(unusable).isTrue();
			assertThat(obstacles(unusable + ACS, EncryptionPolicy.AUTO)).singleElement()
				.asString()
				.contains("no usable encryption key");
			assertThat(obstacles(unusable + ACS, EncryptionPolicy.REQUIRED)).hasSize(1);
			assertThat(obstacles(unusable + ACS, EncryptionPolicy.NEVER)).isEmpty();
			RelyingParty other = service(unusable + key(null, der(RSA.getPublic())) + ACS);
			assertThat(other.encryptionKeysUnusable()).as("another is left").isFalse();
		}
		for (String none : List.of("", key(null, weak), key(null, der(ec("secp256r1").getPublic())),
				key("signing", der(RSA.getPublic())))) {
			assertThat(service(none + ACS).encryptionKeysUnusable()).as(none).isFalse();
			assertThat(obstacles(none + ACS, EncryptionPolicy.AUTO)).isEmpty();
		}
	}

	private static List<String> obstacles(String content, EncryptionPolicy encryption) {
		RelyingPartySettings settings = RelyingPartyOverride.settingsFor("urn:sp", RelyingPartySettings.DEFAULTS,
				List.of(new RelyingPartyOverride(id -> true, Optional.empty(), Optional.empty(),
						Optional.of(encryption), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
						List.of(), Optional.empty(), Set.of(), Set.of(), Optional.empty(), Optional.empty())));
		String document = "<w>" + entity("", content) + "</w>";
		return ((EntityReading.Service) new ServiceReader().read(document.getBytes(StandardCharsets.UTF_8), "urn:sp",
				settings))
			.obstacles();
	}

	private static String key(@Nullable String use, String info) {
		return key(use, info, "");
	}

	private static String key(@Nullable String use, String info, String methods) {
		return "<md:KeyDescriptor" + (use == null ? "" : " use='" + use + "'")
				+ "><ds:KeyInfo xmlns:ds='http://www.w3.org/2000/09/xmldsig#'>" + info + "</ds:KeyInfo>" + methods
				+ "</md:KeyDescriptor>";
	}

	private static String der(PublicKey key) {
		return "<d:DEREncodedKeyValue xmlns:d='http://www.w3.org/2009/xmldsig11#'>"
				+ Base64.getMimeEncoder().encodeToString(key.getEncoded()) + "</d:DEREncodedKeyValue>";
	}

	private static String certificate(KeyPair keys, String name) throws Exception {
		return "<ds:X509Data>" + certificateElement(keys, name, keys, name) + "</ds:X509Data>";
	}

	private static String certificateElement(KeyPair keys, String name, KeyPair issuer, String issuerName)
			throws Exception {
		String algorithm = issuer.getPublic().getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
		byte[] certificate = new JcaX509v3CertificateBuilder(new X500Name(issuerName), BigInteger.ONE,
				Date.from(Instant.parse("2010-01-01T00:00:00Z")), Date.from(Instant.parse("2011-01-01T00:00:00Z")),
				new X500Name(name), keys.getPublic())
			.build(new JcaContentSignerBuilder(algorithm).build(issuer.getPrivate()))
			.getEncoded();
		return "<ds:X509Certificate>\n\t  "
				+ Base64.getMimeEncoder().encodeToString(certificate).replace("\n", "\n\t  ")
				+ "\n </ds:X509Certificate>";
	}

	private static KeyPair ec(String curve) throws Exception {
		KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
		generator.initialize(new ECGenParameterSpec(curve));
		return generator.generateKeyPair();
	}

	private static KeyPair keys(String algorithm, int bits) {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
			generator.initialize(bits);
			return generator.generateKeyPair();
		}
		catch (java.security.NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
