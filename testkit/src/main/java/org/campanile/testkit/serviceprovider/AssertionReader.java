package org.campanile.testkit.serviceprovider;

import java.util.ArrayList;
import java.util.List;

import net.shibboleth.utilities.java.support.xml.SerializeSupport;
import org.campanile.saml.nameid.NameId;
import org.campanile.testkit.serviceprovider.AssertionCheck.Checked;
import org.jspecify.annotations.Nullable;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.Attribute;
import org.opensaml.saml.saml2.core.AttributeStatement;
import org.opensaml.saml.saml2.core.NameID;

/**
 * Converts a checked assertion to plain data. Texts are read from the DOM, because
 * OpenSAML's objects trim them.
 */
final class AssertionReader {

	private AssertionReader() {
	}

	static DecodedAssertion read(Assertion assertion, Checked checked, @Nullable String encryptionMethod) {
		return new DecodedAssertion(assertion.getID(), checked.issued(), checked.notOnOrAfter(),
				nameId(assertion.getSubject().getNameID()), attributes(assertion),
				checked.statement().getAuthnInstant(), checked.authnContextClass(),
				checked.statement().getSessionIndex(), checked.statement().getSessionNotOnOrAfter(),
				assertion.getSignature() != null, encryptionMethod,
				SerializeSupport.nodeToString(BackingDom.of(assertion)));
	}

	private static NameId nameId(NameID nameId) {
		String format = nameId.getFormat();
		return new NameId(BackingDom.text(nameId), format == null ? NameId.UNSPECIFIED : format,
				nameId.getNameQualifier(), nameId.getSPNameQualifier());
	}

	private static List<DecodedAttribute> attributes(Assertion assertion) {
		List<DecodedAttribute> attributes = new ArrayList<>();
		for (AttributeStatement statement : assertion.getAttributeStatements()) {
			for (Attribute attribute : statement.getAttributes()) {
				attributes.add(new DecodedAttribute(attribute.getName(), attribute.getNameFormat(),
						attribute.getFriendlyName(),
						attribute.getAttributeValues().stream().map(BackingDom::text).toList()));
			}
		}
		return attributes;
	}

}
