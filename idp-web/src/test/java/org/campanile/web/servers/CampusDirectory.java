package org.campanile.web.servers;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

import org.campanile.testkit.directory.Slapd;
import org.campanile.testkit.directory.TestAuthority;

/**
 * A campus directory in OpenLDAP's slapd, without the eduPerson schema:
 * {@code employeeType} holds users' roles. The server connects to it over TLS.
 */
final class CampusDirectory implements AutoCloseable {

	private final Slapd slapd;

	private final Path authority;

	private CampusDirectory(Slapd slapd, Path authority) {
		this.slapd = slapd;
		this.authority = authority;
	}

	/**
	 * @param folder an empty folder for the directory alone
	 */
	static CampusDirectory start(Path folder) {
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLoopback(folder);
		return new CampusDirectory(Slapd.start(folder, ldif()), authority.certificate());
	}

	/** Returns the settings of a server that uses this directory. */
	List<String> settings() {
		return List.of("campanile.ldap.urls=ldaps://127.0.0.1:" + slapd.tlsAddress().port(),
				"campanile.ldap.trusted-certificates=" + authority, "campanile.ldap.bind-dn=" + Slapd.SERVICE_DN,
				"campanile.ldap.bind-password=" + Slapd.SERVICE_PASSWORD, "campanile.ldap.base-dn=" + Slapd.BASE_DN,
				"campanile.attributes.definitions.eduPersonPrincipalName.type=scoped",
				"campanile.attributes.definitions.eduPersonPrincipalName.source=uid",
				"campanile.attributes.definitions.eduPersonAffiliation.type=simple",
				"campanile.attributes.definitions.eduPersonAffiliation.source=employeeType",
				"campanile.attributes.definitions.eduPersonScopedAffiliation.type=scoped",
				"campanile.attributes.definitions.eduPersonScopedAffiliation.source=employeeType");
	}

	@Override
	public void close() {
		slapd.close();
	}

	private static String ldif() {
		return Slapd.tree("") + person("alice", "Alice", "Archer", "faculty", "member")
				+ person("juergen", "Jürgen", "Müller-Weiß", "staff", "member");
	}

	private static String person(String uid, String givenName, String surname, String... affiliations) {
		StringBuilder entry = new StringBuilder();
		entry.append("dn: uid=").append(uid).append(",ou=people,dc=example,dc=edu\n");
		entry.append("objectClass: inetOrgPerson\nuid: ").append(uid).append('\n');
		entry.append("userPassword: ").append(uid).append("-demo\n");
		entry.append("mail: ").append(uid).append("@example.edu\n");
		entry.append("cn:: ").append(base64(givenName + " " + surname)).append('\n');
		entry.append("displayName:: ").append(base64(givenName + " " + surname)).append('\n');
		entry.append("givenName:: ").append(base64(givenName)).append('\n');
		entry.append("sn:: ").append(base64(surname)).append('\n');
		for (String affiliation : affiliations) {
			entry.append("employeeType: ").append(affiliation).append('\n');
		}
		return entry.append('\n').toString();
	}

	private static String base64(String value) {
		return Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
	}

}
