package org.campanile.web.saml;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.campanile.IdentityProvider;
import org.campanile.release.IdentifierAlgorithm;
import org.campanile.saml.nameid.NameId;
import org.campanile.web.attribute.IdentifierProperties;
import org.campanile.web.attribute.IdentifierProperties.PersistentMode;

import static org.assertj.core.api.Assertions.assertThat;

class NameIdPropertiesTests {

	@Test
	void whenTheSourceOfUnspecifiedIsConfiguredThenItIsThatOfBothUris() {
		NameIdProperties properties = new NameIdProperties("transient", "mail", "uid", false);
		IdentifierProperties identifiers = new IdentifierProperties(PersistentMode.COMPUTED, "uid",
				IdentifierAlgorithm.HMAC_SHA256, null, null, IdentifierAlgorithm.HMAC_SHA256);
		assertThat(properties
			.settings(new IdentityProvider("urn:x", "https://a.example", List.of()), identifiers, Set.of("mail", "uid"))
			.attributeFormats())
			.isEqualTo(Map.of(NameId.EMAIL_ADDRESS, "mail", NameId.UNSPECIFIED, "uid", NameId.UNSPECIFIED_2_0, "uid"));
	}

}
