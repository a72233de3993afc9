package org.campanile.saml.attribute;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The SAML names of the built-in attributes: those of the X.500/LDAP attribute profile
 * (an object identifier as URN) or of their own specification. Sources as in
 * {@link org.campanile.attribute.BuiltInAttribute}.
 */
final class SamlAttributeTable {

	private static final String TABLE = """
			subject-id urn:oasis:names:tc:SAML:attribute:subject-id
			samlSubjectID urn:oasis:names:tc:SAML:attribute:subject-id
			pairwise-id urn:oasis:names:tc:SAML:attribute:pairwise-id
			eduPersonAffiliation 1.3.6.1.4.1.5923.1.1.1.1
			eduPersonNickname 1.3.6.1.4.1.5923.1.1.1.2
			eduPersonOrgDN 1.3.6.1.4.1.5923.1.1.1.3
			eduPersonOrgUnitDN 1.3.6.1.4.1.5923.1.1.1.4
			eduPersonPrimaryAffiliation 1.3.6.1.4.1.5923.1.1.1.5
			eduPersonPrincipalName 1.3.6.1.4.1.5923.1.1.1.6
			eduPersonEntitlement 1.3.6.1.4.1.5923.1.1.1.7
			eduPersonPrimaryOrgUnitDN 1.3.6.1.4.1.5923.1.1.1.8
			eduPersonScopedAffiliation 1.3.6.1.4.1.5923.1.1.1.9
			eduPersonAssurance 1.3.6.1.4.1.5923.1.1.1.11
			eduPersonPrincipalNamePrior 1.3.6.1.4.1.5923.1.1.1.12
			eduPersonUniqueId 1.3.6.1.4.1.5923.1.1.1.13
			eduPersonOrcid 1.3.6.1.4.1.5923.1.1.1.16
			eduPersonAnalyticsTag 1.3.6.1.4.1.5923.1.1.1.17
			eduPersonDisplayPronouns 1.3.6.1.4.1.5923.1.1.1.18
			isMemberOf 1.3.6.1.4.1.5923.1.5.1.1
			eduCourseOffering 1.3.6.1.4.1.5923.1.6.1.1
			eduCourseMember 1.3.6.1.4.1.5923.1.6.1.2
			schacMotherTongue 1.3.6.1.4.1.25178.1.2.1
			schacGender 1.3.6.1.4.1.25178.1.2.2
			schacDateOfBirth 1.3.6.1.4.1.25178.1.2.3
			schacPlaceOfBirth 1.3.6.1.4.1.25178.1.2.4
			schacCountryOfCitizenship 1.3.6.1.4.1.25178.1.2.5
			schacSn1 1.3.6.1.4.1.25178.1.2.6
			schacSn2 1.3.6.1.4.1.25178.1.2.7
			schacPersonalTitle 1.3.6.1.4.1.25178.1.2.8
			schacHomeOrganization 1.3.6.1.4.1.25178.1.2.9
			schacHomeOrganizationType 1.3.6.1.4.1.25178.1.2.10
			schacCountryOfResidence 1.3.6.1.4.1.25178.1.2.11
			schacUserPresenceID 1.3.6.1.4.1.25178.1.2.12
			schacPersonalPosition 1.3.6.1.4.1.25178.1.2.13
			schacPersonalUniqueCode 1.3.6.1.4.1.25178.1.2.14
			schacPersonalUniqueID 1.3.6.1.4.1.25178.1.2.15
			schacExpiryDate 1.3.6.1.4.1.25178.1.2.17
			schacUserPrivateAttribute 1.3.6.1.4.1.25178.1.2.18
			schacUserStatus 1.3.6.1.4.1.25178.1.2.19
			schacProjectMembership 1.3.6.1.4.1.25178.1.2.20
			schacProjectSpecificRole 1.3.6.1.4.1.25178.1.2.21
			schacYearOfBirth 1.3.6.1.4.1.25178.1.0.2.3
			cn 2.5.4.3
			sn 2.5.4.4
			givenName 2.5.4.42
			initials 2.5.4.43
			generationQualifier 2.5.4.44
			displayName 2.16.840.1.113730.3.1.241
			uid 0.9.2342.19200300.100.1.1
			mail 0.9.2342.19200300.100.1.3
			preferredLanguage 2.16.840.1.113730.3.1.39
			title 2.5.4.12
			personalTitle 0.9.2342.19200300.100.1.40
			description 2.5.4.13
			o 2.5.4.10
			ou 2.5.4.11
			businessCategory 2.5.4.15
			departmentNumber 2.16.840.1.113730.3.1.2
			employeeNumber 2.16.840.1.113730.3.1.3
			employeeType 2.16.840.1.113730.3.1.4
			carLicense 2.16.840.1.113730.3.1.1
			roomNumber 0.9.2342.19200300.100.1.6
			manager 0.9.2342.19200300.100.1.10
			secretary 0.9.2342.19200300.100.1.21
			seeAlso 2.5.4.34
			telephoneNumber 2.5.4.20
			facsimileTelephoneNumber 2.5.4.23
			mobile 0.9.2342.19200300.100.1.41
			pager 0.9.2342.19200300.100.1.42
			homePhone 0.9.2342.19200300.100.1.20
			homePostalAddress 0.9.2342.19200300.100.1.39
			street 2.5.4.9
			postOfficeBox 2.5.4.18
			postalCode 2.5.4.17
			postalAddress 2.5.4.16
			registeredAddress 2.5.4.26
			physicalDeliveryOfficeName 2.5.4.19
			l 2.5.4.7
			st 2.5.4.8
			c 2.5.4.6
			co 0.9.2342.19200300.100.1.43
			destinationIndicator 2.5.4.27
			preferredDeliveryMethod 2.5.4.28
			telexNumber 2.5.4.21
			teletexTerminalIdentifier 2.5.4.22
			internationaliSDNNumber 2.5.4.25
			x121Address 2.5.4.24
			serialNumber 2.5.4.5
			uniqueIdentifier 0.9.2342.19200300.100.1.44
			labeledURI 1.3.6.1.4.1.250.1.57
			jpegPhoto 0.9.2342.19200300.100.1.60
			photo 0.9.2342.19200300.100.1.7
			audio 0.9.2342.19200300.100.1.55
			x500UniqueIdentifier 2.5.4.45
			userCertificate 2.5.4.36
			userSMIMECertificate 2.16.840.1.113730.3.1.40
			""";

	/** The SAML names, by attribute id. */
	static final Map<String, SamlAttributeName> NAMES = TABLE.lines()
		.map(SamlAttributeTable::row)
		.collect(Collectors.toUnmodifiableMap(SamlAttributeName::friendlyName, Function.identity()));

	private SamlAttributeTable() {
	}

	private static SamlAttributeName row(String line) {
		String[] cells = line.split(" ");
		String name = cells[1].startsWith("urn:") ? cells[1] : "urn:oid:" + cells[1];
		return new SamlAttributeName(name, SamlAttributeName.URI, cells[0]);
	}

}
