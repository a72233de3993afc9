package org.campanile.directory;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The people of a slapd under test: one for each case of the password policy. */
final class SlapdPeople {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private static final String HEAD = """
			dn: dc=example,dc=edu
			objectClass: domain
			dc: example

			dn: ou=people,dc=example,dc=edu
			objectClass: organizationalUnit
			ou: people

			dn: ou=services,dc=example,dc=edu
			objectClass: organizationalUnit
			ou: services

			dn: ou=policies,dc=example,dc=edu
			objectClass: organizationalUnit
			ou: policies

			dn: cn=default,ou=policies,dc=example,dc=edu
			objectClass: device
			objectClass: pwdPolicy
			cn: default
			pwdAttribute: userPassword
			pwdMaxAge: 31536000
			pwdExpireWarning: 604800
			pwdMustChange: TRUE
			pwdLockout: TRUE
			pwdMaxFailure: 3
			pwdGraceAuthNLimit: 0

			dn: cn=campanile,ou=services,dc=example,dc=edu
			objectClass: applicationProcess
			objectClass: simpleSecurityObject
			cn: campanile
			userPassword: campanile-demo

			""";

	private SlapdPeople() {
	}

	static String ldif() {
		Instant nearlyAYearAgo = Instant.now().minus(Duration.ofDays(365)).plus(Duration.ofDays(3));
		return HEAD + person("alice", "") + person("bob", "") + person("guessed", "")
				+ person("erin", "pwdChangedTime: 20200101000000Z\n") + person("mustafa", "pwdReset: TRUE\n")
				+ person("lorenz", "pwdAccountLockedTime: 000001010000Z\n")
				+ person("sam", "pwdChangedTime: " + TIME.format(nearlyAYearAgo) + "\n");
	}

	private static String person(String uid, String policy) {
		return """
				dn: uid=%1$s,ou=people,dc=example,dc=edu
				objectClass: inetOrgPerson
				uid: %1$s
				cn: %1$s
				sn: %1$s
				mail: %1$s@example.edu
				userPassword: %1$s-demo
				%2$s
				""".formatted(uid, policy);
	}

}
