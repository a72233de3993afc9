package org.campanile.directory;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.schema.Schema;

/** Validates names in the configuration. */
public final class LdapSyntax {

	private LdapSyntax() {
	}

	/**
	 * Requires a distinguished name (RFC 4514) that is not empty.
	 * @throws IllegalArgumentException with the reason
	 */
	public static void requireDn(String dn) {
		if (parseDn(dn).isNullDN()) {
			throw new IllegalArgumentException("a distinguished name is missing");
		}
	}

	/** The names of the attributes that the LDAP standards define. */
	public static Set<String> standardAttributes() {
		try {
			return Schema.getDefaultStandardSchema()
				.getAttributeTypes()
				.stream()
				.flatMap(type -> Stream.of(type.getNames()))
				.collect(Collectors.toUnmodifiableSet());
		}
		catch (LDAPException ex) {
			throw new IllegalStateException("the SDK comes without the standard schema", ex);
		}
	}

	static DN parseDn(String dn) {
		try {
			return new DN(dn);
		}
		catch (LDAPException ex) {
			throw new IllegalArgumentException("'" + dn + "' is not a distinguished name: " + Reasons.of(ex), ex);
		}
	}

}
