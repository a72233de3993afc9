package org.campanile.saml.assertion;

import org.campanile.saml.StatusCode;
import org.campanile.saml.xml.CanonicalXmlWriter;
import org.jspecify.annotations.Nullable;

import static org.campanile.saml.xml.XmlNamespace.SAMLP;

/** Writes what came of a request, into any response. */
public final class StatusWriter {

	private StatusWriter() {
	}

	/** The Status (SAML Core 3.2.2.1), of any response. */
	public static void write(CanonicalXmlWriter xml, StatusCode status, @Nullable String message) {
		xml.open(SAMLP, "Status");
		xml.open(SAMLP, "StatusCode").attribute("Value", status.topLevel());
		if (status.secondLevel() != null) {
			xml.open(SAMLP, "StatusCode").attribute("Value", status.secondLevel()).close();
		}
		xml.close();
		if (message != null) {
			xml.textElement(SAMLP, "StatusMessage", message);
		}
		xml.close();
	}

}
