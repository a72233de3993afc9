package org.campanile.testkit.architecture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class VocabularyTests {

	@ParameterizedTest
	@ValueSource(strings = { "NameId", "requestedNameID", "INVALID_NAME_ID_POLICY", "nameIdRequest", "entityId",
			"ENTITY_ID", "relayState", "RelayState", "assertionConsumerUrl", "sessionIndex", "SamlFault", "SAMLRequest",
			"openSaml", "LDAPSource", "ldapUrl", "DirectoryEntry", "fromDirectory", "directories" })
	void wordIsFoundAtTheStartOfAWord(String identifier) {
		assertThat(Vocabulary.isForeign(identifier)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "name", "names", "renameIdle", "identity", "entity", "entityAttributes", "relay", "state",
			"consumer", "sessionInstant", "service", "directed", "userId" })
	void otherNamesPass(String identifier) {
		assertThat(Vocabulary.isForeign(identifier)).isFalse();
	}

}
