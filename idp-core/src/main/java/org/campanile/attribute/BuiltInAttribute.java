package org.campanile.attribute;

import java.util.List;

/**
 * An attribute known without configuration, under its LDAP name as id. Each protocol has
 * its own table of what it calls them.
 * <p>
 * {@code eduPersonTargetedID} is left out on purpose: its value is an element and not
 * text, and eduPerson itself has replaced it by {@code pairwise-id}.
 *
 * @param id the attribute's id, its LDAP name
 * @param kind how it is resolved
 */
public record BuiltInAttribute(String id, Kind kind) {

	/**
	 * Sources: eduPerson 202208 and eduMember, SCHAC 1.6, RFC 4519 (person,
	 * organizationalPerson), RFC 4524 (COSINE), RFC 2798 (inetOrgPerson), Subject
	 * Identifier Attributes Profile 1.0.
	 */
	private static final String TABLE = """
			subject-id NAME_ONLY
			samlSubjectID SCOPED
			pairwise-id NAME_ONLY
			eduPersonAffiliation
			eduPersonNickname
			eduPersonOrgDN
			eduPersonOrgUnitDN
			eduPersonPrimaryAffiliation
			eduPersonPrincipalName SCOPED
			eduPersonEntitlement
			eduPersonPrimaryOrgUnitDN
			eduPersonScopedAffiliation SCOPED
			eduPersonAssurance
			eduPersonPrincipalNamePrior SCOPED
			eduPersonUniqueId SCOPED
			eduPersonOrcid
			eduPersonAnalyticsTag
			eduPersonDisplayPronouns
			isMemberOf
			eduCourseOffering
			eduCourseMember
			schacMotherTongue
			schacGender
			schacDateOfBirth
			schacPlaceOfBirth
			schacCountryOfCitizenship
			schacSn1
			schacSn2
			schacPersonalTitle
			schacHomeOrganization
			schacHomeOrganizationType
			schacCountryOfResidence
			schacUserPresenceID
			schacPersonalPosition
			schacPersonalUniqueCode
			schacPersonalUniqueID
			schacExpiryDate
			schacUserPrivateAttribute
			schacUserStatus
			schacProjectMembership
			schacProjectSpecificRole
			schacYearOfBirth
			cn
			sn
			givenName
			initials
			generationQualifier
			displayName
			uid
			mail
			preferredLanguage
			title
			personalTitle
			description
			o
			ou
			businessCategory
			departmentNumber
			employeeNumber
			employeeType
			carLicense
			roomNumber
			manager
			secretary
			seeAlso
			telephoneNumber
			facsimileTelephoneNumber
			mobile
			pager
			homePhone
			homePostalAddress
			street
			postOfficeBox
			postalCode
			postalAddress
			registeredAddress
			physicalDeliveryOfficeName
			l
			st
			c
			co
			destinationIndicator
			preferredDeliveryMethod
			telexNumber
			teletexTerminalIdentifier
			internationaliSDNNumber
			x121Address
			serialNumber
			uniqueIdentifier
			labeledURI
			jpegPhoto NAME_ONLY
			photo NAME_ONLY
			audio NAME_ONLY
			x500UniqueIdentifier NAME_ONLY
			userCertificate NAME_ONLY
			userSMIMECertificate NAME_ONLY
			""";

	/**
	 * The way a built-in attribute is resolved from the entry, unless a definition
	 * determines it.
	 */
	public enum Kind {

		/** Released as plain text. */
		TEXT,
		/**
		 * Released as a value with a scope, which must be one of the identity provider's
		 * own.
		 */
		SCOPED,
		/**
		 * Never released: large, binary, or computed for each service. Only the name is
		 * known.
		 */
		NAME_ONLY

	}

	/** All built-in attributes, in the order in which they are resolved and released. */
	public static final List<BuiltInAttribute> ALL = TABLE.lines().map(BuiltInAttribute::row).toList();

	private static BuiltInAttribute row(String line) {
		String[] cells = line.split(" ");
		return new BuiltInAttribute(cells[0], cells.length > 1 ? Kind.valueOf(cells[1]) : Kind.TEXT);
	}

}
