package org.campanile.directory;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;

/** Checks of names as an administrator writes them. */
public final class LdapSyntax {

	private LdapSyntax() {
	}

	/**
	 * Requires a distinguished name (RFC 4514) that is not empty.
	 * @throws IllegalArgumentException with what is wrong
	 */
	public static void requireDn(String dn) {
		if (parseDn(dn).isNullDN()) {
			throw new IllegalArgumentException("a distinguished name is missing");
		}
	}

	static DN parseDn(String dn) {
		try {
			return new DN(dn);
		}
		catch (LDAPException ex) {
			throw new IllegalArgumentException("'" + dn + "' is not a distinguished name: " + Reasons.of(ex),
					ex);
		}
	}

}
