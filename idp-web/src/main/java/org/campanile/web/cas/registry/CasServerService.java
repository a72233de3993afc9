package org.campanile.web.cas.registry;

import java.util.Optional;
import java.util.Set;

import org.campanile.web.cas.registry.ServiceFile.Entry;
import org.campanile.web.cas.registry.ServiceFile.Notes;

/** A service in the JSON of a CAS server's registry. */
final class CasServerService {

	private CasServerService() {
	}

	static Optional<Entry> read(String file, byte[] content, Set<String> attributeIds, Notes notes) {
		notes.fault(file, "services in JSON are not read yet");
		return Optional.empty();
	}

}
