package org.campanile.web.factor.passkey;

import java.util.List;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;

import org.campanile.IdentityProvider;
import org.campanile.web.factor.FactorsProperties;

/**
 * Tells browsers at which origins the passkeys of this host may be used (WebAuthn 5.11).
 */
@Controller
@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
@ConditionalOnBooleanProperty(name = PasskeyProperties.ENABLED, matchIfMissing = true)
class RelatedOriginsController {

	static final String PATH = "/.well-known/webauthn";

	private final Map<String, List<String>> origins;

	RelatedOriginsController(PasskeyProperties properties, IdentityProvider identityProvider) {
		this.origins = Map.of("origins", List.copyOf(properties.origins(identityProvider)));
	}

	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseBody
	Map<String, List<String>> origins() {
		return origins;
	}

}
