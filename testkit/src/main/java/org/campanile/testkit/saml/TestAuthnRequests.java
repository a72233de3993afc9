package org.campanile.testkit.saml;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.RedirectDecoder;
import org.jspecify.annotations.Nullable;

/** AuthnRequests for tests: built, signed and encoded as services do. */
public final class TestAuthnRequests {

	private TestAuthnRequests() {
	}

	/**
	 * A valid, unsigned request of {@link TestRelyingParties#ENTITY_ID} with a new ID,
	 * issued at the given time, whose response URL is {@link TestRelyingParties#ACS_URL};
	 * without a Destination.
	 */
	public static Builder authnRequest(Instant issueInstant) {
		return new Builder(issueInstant);
	}

	/** Deflates and encodes XML as the value of SAMLRequest in a query. */
	public static String deflateAndEncode(byte[] xml) {
		return URLEncoder.encode(Base64.getEncoder().encodeToString(deflate(xml)), StandardCharsets.UTF_8);
	}

	public static byte[] deflate(byte[] bytes) {
		try {
			ByteArrayOutputStream out = new ByteArrayOutputStream();
			Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
			try (DeflaterOutputStream deflating = new DeflaterOutputStream(out, deflater)) {
				deflating.write(bytes);
			}
			deflater.end();
			return out.toByteArray();
		}
		catch (java.io.IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Returns XML as received by HTTP-POST. */
	public static InboundMessage posted(String xml) {
		return new InboundMessage(Saml.BINDING_POST, xml.getBytes(StandardCharsets.UTF_8), null, Optional.empty(),
				false);
	}

	public static final class Builder {

		private final Map<String, String> attributes = new LinkedHashMap<>();

		private String issuer = "<saml:Issuer>" + TestRelyingParties.ENTITY_ID + "</saml:Issuer>";

		private final StringBuilder children = new StringBuilder();

		private @Nullable String relayState;

		private @Nullable KeyPair key;

		private String signatureAlgorithm = TestXmlSigner.RSA_SHA256;

		private String jcaAlgorithm = "SHA256withRSA";

		private Builder(Instant issueInstant) {
			attributes.put("ID", "_" + UUID.randomUUID());
			attributes.put("Version", "2.0");
			attributes.put("IssueInstant", issueInstant.toString());
			attributes.put("AssertionConsumerServiceURL", TestRelyingParties.ACS_URL);
		}

		public Builder id(String id) {
			return attribute("ID", id);
		}

		public Builder destination(String destination) {
			return attribute("Destination", destination);
		}

		public Builder acsUrl(@Nullable String url) {
			return attribute("AssertionConsumerServiceURL", url);
		}

		public Builder acsIndex(String index) {
			return attribute("AssertionConsumerServiceIndex", index);
		}

		/** Sets an attribute of the root, or removes it if the value is null. */
		public Builder attribute(String name, @Nullable String value) {
			if (value == null) {
				attributes.remove(name);
			}
			else {
				attributes.put(name, value);
			}
			return this;
		}

		public Builder issuer(String entityId) {
			return issuerXml("<saml:Issuer>" + escape(entityId) + "</saml:Issuer>");
		}

		/** Sets the Issuer element. */
		public Builder issuerXml(String xml) {
			this.issuer = xml;
			return this;
		}

		/** Appends an element; {@code samlp} and {@code saml} are declared. */
		public Builder child(String xml) {
			children.append(xml);
			return this;
		}

		public Builder authnContext(String comparison, String... classes) {
			StringBuilder xml = new StringBuilder("<samlp:RequestedAuthnContext Comparison='" + comparison + "'>");
			for (String name : classes) {
				xml.append("<saml:AuthnContextClassRef>").append(name).append("</saml:AuthnContextClassRef>");
			}
			return child(xml.append("</samlp:RequestedAuthnContext>").toString());
		}

		public Builder relayState(String relayState) {
			this.relayState = relayState;
			return this;
		}

		/**
		 * Signs with RSA-SHA256: inside the XML for POST, over the query for Redirect.
		 */
		public Builder signedBy(KeyPair pair) {
			this.key = pair;
			return this;
		}

		/**
		 * Signs the query with the given algorithm, named as in XML and as in the JDK.
		 */
		public Builder signedBy(KeyPair pair, String algorithm, String jcaAlgorithm) {
			this.key = pair;
			this.signatureAlgorithm = algorithm;
			this.jcaAlgorithm = jcaAlgorithm;
			return this;
		}

		/** The current ID. */
		public String id() {
			return attributes.getOrDefault("ID", "");
		}

		/** The XML without a signature. */
		public String xml() {
			StringBuilder xml = new StringBuilder("<samlp:AuthnRequest xmlns:samlp='" + Saml.PROTOCOL_NS
					+ "' xmlns:saml='" + Saml.ASSERTION_NS + "'");
			attributes.forEach((name, value) -> xml.append(' ')
				.append(name)
				.append("=\"")
				.append(escape(value).replace("\"", "&quot;"))
				.append('"'));
			return xml.append('>').append(issuer).append(children).append("</samlp:AuthnRequest>").toString();
		}

		/** The XML, signed if a key was given. */
		public String signedXml() {
			return key == null ? xml() : TestXmlSigner.with(key).sign(xml());
		}

		/** Returns the message as received by HTTP-POST. */
		public InboundMessage post() {
			return new InboundMessage(Saml.BINDING_POST, signedXml().getBytes(StandardCharsets.UTF_8), relayState,
					Optional.empty(), false);
		}

		/** The form fields for HTTP-POST. */
		public Map<String, List<String>> postForm() {
			Map<String, List<String>> form = new LinkedHashMap<>();
			form.put("SAMLRequest",
					List.of(Base64.getEncoder().encodeToString(signedXml().getBytes(StandardCharsets.UTF_8))));
			if (relayState != null) {
				form.put("RelayState", List.of(relayState));
			}
			return form;
		}

		/** The query for HTTP-Redirect, without a question mark. */
		public String redirectQuery() {
			String query = "SAMLRequest=" + deflateAndEncode(xml().getBytes(StandardCharsets.UTF_8));
			if (relayState != null) {
				query += "&RelayState=" + URLEncoder.encode(relayState, StandardCharsets.UTF_8);
			}
			if (key == null) {
				return query;
			}
			query += "&SigAlg=" + URLEncoder.encode(signatureAlgorithm, StandardCharsets.UTF_8);
			return query + "&Signature=" + sign(query);
		}

		/** Signs bytes of a query with the key given, and encodes the signature. */
		public String sign(String query) {
			try {
				Signature signer = Signature.getInstance(jcaAlgorithm);
				signer.initSign(java.util.Objects.requireNonNull(key).getPrivate());
				signer.update(query.getBytes(StandardCharsets.US_ASCII));
				return URLEncoder.encode(Base64.getEncoder().encodeToString(signer.sign()), StandardCharsets.UTF_8);
			}
			catch (java.security.GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

		/** Returns the message as received by HTTP-Redirect. */
		public InboundMessage redirect() throws SamlFault {
			return new RedirectDecoder(BindingLimits.DEFAULTS).decode(redirectQuery());
		}

		private static String escape(String text) {
			return text.replace("&", "&amp;").replace("<", "&lt;");
		}

	}

}
