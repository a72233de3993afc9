package org.campanile.saml.opensaml.metadata;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartySettings;

/** Entities with one service, and what is read from them. */
final class TestEntities {

	static final String POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

	static final String ACS = "<md:AssertionConsumerService Binding='" + POST
			+ "' Location='https://sp.example.org/acs' index='1'/>";

	private TestEntities() {
	}

	static RelyingParty service(String content) {
		return service("", content);
	}

	static RelyingParty service(String attributes, String content) {
		return ((EntityReading.Service) read(entity(attributes, content))).relyingParty();
	}

	static List<String> remarks(String attributes, String content) {
		return ((EntityReading.Service) read(entity(attributes, content))).remarks();
	}

	static EntityReading read(String entity) {
		return new ServiceReader().read(("<w>" + entity + "</w>").getBytes(StandardCharsets.UTF_8), "urn:sp",
				RelyingPartySettings.DEFAULTS);
	}

	static String entity(String attributes, String content) {
		return "<md:EntityDescriptor xmlns:md='urn:oasis:names:tc:SAML:2.0:metadata' entityID='urn:sp'>"
				+ role(attributes, content) + "</md:EntityDescriptor>";
	}

	static String role(String attributes, String content) {
		return "<md:SPSSODescriptor protocolSupportEnumeration='urn:x urn:oasis:names:tc:SAML:2.0:protocol'"
				+ attributes + ">" + content + "</md:SPSSODescriptor>";
	}

}
