package org.campanile.testkit.serviceprovider;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Refuses a document with a duplicate ID: a signature could then cover an element other
 * than the one that is read.
 */
final class UniqueIds {

	private final Set<String> seen = new HashSet<>();

	void check(Element element) throws ResponseRejectedException {
		for (String name : List.of("ID", "Id", "id")) {
			if (element.hasAttribute(name) && !seen.add(element.getAttribute(name))) {
				throw new ResponseRejectedException(Reason.DUPLICATE_ID,
						element.getNodeName() + " repeats the ID " + element.getAttribute(name));
			}
		}
		for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
			if (child instanceof Element inner) {
				check(inner);
			}
		}
	}

}
