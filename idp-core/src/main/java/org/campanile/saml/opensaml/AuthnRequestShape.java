package org.campanile.saml.opensaml;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.w3c.dom.Element;

/**
 * Checks the requirements of the schema on an AuthnRequest (SAML Core 3.2.1, 3.4.1) that
 * OpenSAML's unmarshaller does not enforce. The order of the elements is not checked.
 */
final class AuthnRequestShape {

	private static final Pattern BOOLEAN = Pattern.compile("true|false|1|0");

	private static final Pattern INDEX = Pattern.compile("[+-]?[0-9]{1,32}");

	private static final Set<String> PROTOCOL_PARTS = Set.of("Extensions", "NameIDPolicy", "RequestedAuthnContext",
			"Scoping");

	private static final Set<String> ASSERTION_PARTS = Set.of("Issuer", "Subject", "Conditions");

	private AuthnRequestShape() {
	}

	/**
	 * @throws SamlFault {@link FaultCode#NOT_AN_AUTHN_REQUEST},
	 * {@link FaultCode#REQUEST_MALFORMED}, {@link FaultCode#ISSUER_INVALID}
	 */
	static void check(Element root) throws SamlFault {
		if (!Dom.is(root, Saml.PROTOCOL_NS, "AuthnRequest")) {
			throw SamlFault.local(FaultCode.NOT_AN_AUTHN_REQUEST,
					"the message is {" + root.getNamespaceURI() + "}" + root.getLocalName() + ", not an AuthnRequest");
		}
		MessageShape.check(root, PROTOCOL_PARTS, ASSERTION_PARTS, Set.of());
		for (String name : List.of("ForceAuthn", "IsPassive")) {
			// OpenSAML would treat any value other than true as false.
			if (root.hasAttributeNS(null, name)) {
				MessageShape.require(BOOLEAN, name, Dom.attribute(root, name));
			}
		}
		for (String name : List.of("AssertionConsumerServiceIndex", "AttributeConsumingServiceIndex")) {
			// OpenSAML would accept digits of other scripts.
			if (root.hasAttributeNS(null, name)) {
				MessageShape.require(INDEX, name, Dom.attribute(root, name));
			}
		}
	}

}
