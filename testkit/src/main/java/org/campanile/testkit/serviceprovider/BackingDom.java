package org.campanile.testkit.serviceprovider;

import java.util.Objects;

import org.opensaml.core.xml.XMLObject;
import org.w3c.dom.Element;

/** The DOM behind objects that were unmarshalled or marshalled, which always have one. */
final class BackingDom {

	private BackingDom() {
	}

	static Element of(XMLObject object) {
		return Objects.requireNonNull(object.getDOM(), "an object without its element");
	}

	/** The whole text without comments, unchanged. */
	static String text(XMLObject object) {
		return of(object).getTextContent();
	}

}
