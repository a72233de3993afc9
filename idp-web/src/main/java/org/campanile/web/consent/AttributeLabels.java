package org.campanile.web.consent;

import java.util.Map;
import java.util.MissingResourceException;

import org.campanile.web.page.LanguageTexts;

/**
 * The names of attributes in words: from the home folder's {@code messages/} under
 * {@code local.attribute.ID}, otherwise built-in, otherwise the id.
 */
final class AttributeLabels {

	private static final Map<String, String> KEYS = Map.ofEntries(Map.entry("mail", "attribute.mail"),
			Map.entry("displayName", "attribute.display-name"), Map.entry("cn", "attribute.common-name"),
			Map.entry("givenName", "attribute.given-name"), Map.entry("sn", "attribute.surname"),
			Map.entry("uid", "attribute.user-id"), Map.entry("telephoneNumber", "attribute.telephone"),
			Map.entry("eduPersonPrincipalName", "attribute.principal-name"),
			Map.entry("eduPersonAffiliation", "attribute.affiliation"),
			Map.entry("eduPersonPrimaryAffiliation", "attribute.primary-affiliation"),
			Map.entry("eduPersonScopedAffiliation", "attribute.scoped-affiliation"),
			Map.entry("eduPersonEntitlement", "attribute.entitlement"), Map.entry("eduPersonOrcid", "attribute.orcid"),
			Map.entry("eduPersonAssurance", "attribute.assurance"), Map.entry("isMemberOf", "attribute.groups"),
			Map.entry("pairwise-id", "attribute.pairwise-id"), Map.entry("subject-id", "attribute.subject-id"),
			Map.entry("samlSubjectID", "attribute.subject-id"), Map.entry("eduPersonUniqueId", "attribute.subject-id"),
			Map.entry("o", "attribute.organisation"), Map.entry("schacHomeOrganization", "attribute.organisation"),
			Map.entry("ou", "attribute.department"), Map.entry("preferredLanguage", "attribute.language"),
			Map.entry("title", "attribute.title"), Map.entry("mobile", "attribute.mobile"),
			Map.entry("postalAddress", "attribute.address"), Map.entry("jpegPhoto", "attribute.photo"),
			Map.entry("schacDateOfBirth", "attribute.date-of-birth"),
			Map.entry("schacPersonalUniqueCode", "attribute.personal-code"),
			Map.entry("employeeNumber", "attribute.employee-number"),
			Map.entry("eduPersonNickname", "attribute.nickname"),
			Map.entry("eduPersonDisplayPronouns", "attribute.pronouns"));

	private AttributeLabels() {
	}

	static String of(String id, LanguageTexts texts) {
		try {
			return texts.text("local.attribute." + id);
		}
		catch (MissingResourceException ex) {
			String key = KEYS.get(id);
			return key == null ? id : texts.text(key);
		}
	}

}
