package org.campanile.directory;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import org.campanile.testkit.directory.Slapd;

/** The people in a slapd under test: one for each case of the password policy. */
final class SlapdPeople {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private static final String HEAD = Slapd.tree("""
			pwdMaxAge: 31536000
			pwdExpireWarning: 604800
			pwdMustChange: TRUE
			pwdLockout: TRUE
			pwdMaxFailure: 3
			pwdGraceAuthNLimit: 0
			""");

	private SlapdPeople() {
	}

	static String ldif() {
		Instant nearlyAYearAgo = Instant.now().minus(Duration.ofDays(365)).plus(Duration.ofDays(3));
		return HEAD + person("alice", "") + person("bob", "") + person("guessed", "")
				+ person("erin", "pwdChangedTime: 20200101000000Z\n") + person("mustafa", "pwdReset: TRUE\n")
				+ person("lorenz", "pwdAccountLockedTime: 000001010000Z\n")
				+ person("sam", "pwdChangedTime: " + TIME.format(nearlyAYearAgo) + "\n");
	}

	/** People whose passwords are to be changed, some of them under a further policy. */
	static String changing() {
		String expired = "pwdChangedTime: 20200101000000Z\n";
		return HEAD + policy("ruled", "pwdMinLength: 8\npwdCheckQuality: 2\npwdInHistory: 3\n")
				+ policy("young", "pwdMinAge: 86400\n") + policy("fixed", "pwdAllowUserChange: FALSE\n")
				+ policy("graced", "pwdMaxAge: 31536000\npwdGraceAuthNLimit: 3\n") + person("reset", "pwdReset: TRUE\n")
				+ person("expired", expired) + person("graced", expired + under("graced"))
				+ person("ruled", under("ruled")) + person("again", under("ruled"))
				+ person("young", "pwdChangedTime: " + TIME.format(Instant.now()) + "\n" + under("young"))
				+ person("fixed", under("fixed"));
	}

	private static String policy(String name, String rules) {
		return """
				dn: cn=%1$s,ou=policies,dc=example,dc=edu
				objectClass: device
				objectClass: pwdPolicy
				cn: %1$s
				pwdAttribute: userPassword
				%2$s
				""".formatted(name, rules);
	}

	private static String under(String policy) {
		return "pwdPolicySubentry: cn=" + policy + ",ou=policies,dc=example,dc=edu\n";
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
