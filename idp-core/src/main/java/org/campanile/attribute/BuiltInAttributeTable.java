package org.campanile.attribute;

import java.util.List;

import org.campanile.attribute.BuiltInAttribute.Kind;

/**
 * The table of built-in attributes. Sources: eduPerson 202208 and eduMember, SCHAC 1.6,
 * RFC 4519 (person, organizationalPerson), RFC 4524 (COSINE), RFC 2798 (inetOrgPerson),
 * Subject Identifier Attributes Profile 1.0.
 */
final class BuiltInAttributeTable {

	private static final String TABLE = """
			subject-id urn:oasis:names:tc:SAML:attribute:subject-id NAME_ONLY
			samlSubjectID urn:oasis:names:tc:SAML:attribute:subject-id SCOPED
			pairwise-id urn:oasis:names:tc:SAML:attribute:pairwise-id NAME_ONLY
			eduPersonAffiliation 1.3.6.1.4.1.5923.1.1.1.1
			eduPersonNickname 1.3.6.1.4.1.5923.1.1.1.2
			eduPersonOrgDN 1.3.6.1.4.1.5923.1.1.1.3
			eduPersonOrgUnitDN 1.3.6.1.4.1.5923.1.1.1.4
			eduPersonPrimaryAffiliation 1.3.6.1.4.1.5923.1.1.1.5
			eduPersonPrincipalName 1.3.6.1.4.1.5923.1.1.1.6 SCOPED
			eduPersonEntitlement 1.3.6.1.4.1.5923.1.1.1.7
			eduPersonPrimaryOrgUnitDN 1.3.6.1.4.1.5923.1.1.1.8
			eduPersonScopedAffiliation 1.3.6.1.4.1.5923.1.1.1.9 SCOPED
			eduPersonAssurance 1.3.6.1.4.1.5923.1.1.1.11
			eduPersonPrincipalNamePrior 1.3.6.1.4.1.5923.1.1.1.12 SCOPED
			eduPersonUniqueId 1.3.6.1.4.1.5923.1.1.1.13 SCOPED
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
			jpegPhoto 0.9.2342.19200300.100.1.60 NAME_ONLY
			photo 0.9.2342.19200300.100.1.7 NAME_ONLY
			audio 0.9.2342.19200300.100.1.55 NAME_ONLY
			x500UniqueIdentifier 2.5.4.45 NAME_ONLY
			userCertificate 2.5.4.36 NAME_ONLY
			userSMIMECertificate 2.16.840.1.113730.3.1.40 NAME_ONLY
			""";

	private BuiltInAttributeTable() {
	}

	static List<BuiltInAttribute> read() {
		return TABLE.lines().map(BuiltInAttributeTable::row).toList();
	}

	private static BuiltInAttribute row(String line) {
		String[] cells = line.split(" ");
		String name = cells[1].startsWith("urn:") ? cells[1] : "urn:oid:" + cells[1];
		Kind kind = cells.length > 2 ? Kind.valueOf(cells[2]) : Kind.TEXT;
		return new BuiltInAttribute(cells[0], new SamlAttributeName(name, SamlAttributeName.URI, cells[0]), kind);
	}

}
