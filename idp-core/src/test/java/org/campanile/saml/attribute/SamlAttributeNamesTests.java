package org.campanile.saml.attribute;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.attribute.BuiltInAttribute;

import static org.assertj.core.api.Assertions.assertThat;

class SamlAttributeNamesTests {

	private final SamlAttributeNames names = new SamlAttributeNames(Map.of());

	@ParameterizedTest
	@CsvSource({ "subject-id, urn:oasis:names:tc:SAML:attribute:subject-id",
			"samlSubjectID, urn:oasis:names:tc:SAML:attribute:subject-id",
			"pairwise-id, urn:oasis:names:tc:SAML:attribute:pairwise-id",
			"eduPersonPrincipalName, urn:oid:1.3.6.1.4.1.5923.1.1.1.6",
			"eduPersonScopedAffiliation, urn:oid:1.3.6.1.4.1.5923.1.1.1.9",
			"eduPersonUniqueId, urn:oid:1.3.6.1.4.1.5923.1.1.1.13", "eduPersonOrcid, urn:oid:1.3.6.1.4.1.5923.1.1.1.16",
			"eduPersonDisplayPronouns, urn:oid:1.3.6.1.4.1.5923.1.1.1.18",
			"schacHomeOrganization, urn:oid:1.3.6.1.4.1.25178.1.2.9",
			"schacPersonalUniqueCode, urn:oid:1.3.6.1.4.1.25178.1.2.14", "mail, urn:oid:0.9.2342.19200300.100.1.3",
			"uid, urn:oid:0.9.2342.19200300.100.1.1", "cn, urn:oid:2.5.4.3", "sn, urn:oid:2.5.4.4",
			"givenName, urn:oid:2.5.4.42", "displayName, urn:oid:2.16.840.1.113730.3.1.241",
			"isMemberOf, urn:oid:1.3.6.1.4.1.5923.1.5.1.1" })
	void whenBuiltInThenTheNameIsThatOfTheProfile(String id, String name) {
		assertThat(names.nameOf(id)).isEqualTo(new SamlAttributeName(name, SamlAttributeName.URI, id));
	}

	@Test
	void whenTabledThenNoIdAndNoNameOccursTwice() {
		Set<String> ids = new HashSet<>();
		Set<String> samlNames = new HashSet<>();
		for (BuiltInAttribute attribute : BuiltInAttribute.ALL) {
			assertThat(ids.add(attribute.id().toLowerCase(java.util.Locale.ROOT))).as(attribute.id()).isTrue();
			assertThat(samlNames.add(names.nameOf(attribute.id()).name()) || attribute.id().equals("samlSubjectID"))
				.as(attribute.id())
				.isTrue();
			assertThat(names.nameOf(attribute.id()).name()).matches("urn:oid:[0-2](\\.\\d+)+|urn:oasis:[a-zA-Z:-]+");
		}
	}

	@Test
	void whenConfiguredThenThatNameWins() {
		SamlAttributeName own = new SamlAttributeName("email", SamlAttributeName.BASIC, "");
		assertThat(new SamlAttributeNames(Map.of("mail", own)).nameOf("mail")).isEqualTo(own);
	}

	@Test
	void whenUnknownThenTheIdIsABasicName() {
		assertThat(names.nameOf("campusCard"))
			.isEqualTo(new SamlAttributeName("campusCard", SamlAttributeName.BASIC, "campusCard"));
	}

}
