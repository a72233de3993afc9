package org.campanile.web.factor.passkey;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/**
 * Tells browsers at which origins the passkeys of this host may be used (WebAuthn 5.11).
 * A bean only where there are passkeys, and so not found by its annotation.
 */
@org.springframework.stereotype.Controller
class RelatedOriginsController {

	static final String PATH = "/.well-known/webauthn";

	private final Map<String, List<String>> origins;

	RelatedOriginsController(Set<String> origins) {
		this.origins = Map.of("origins", List.copyOf(origins));
	}

	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseBody
	Map<String, List<String>> origins() {
		return origins;
	}

}
