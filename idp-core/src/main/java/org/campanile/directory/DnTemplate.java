package org.campanile.directory;

import java.util.Map;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.RDN;

/**
 * A distinguished name in which {@code {user}} stands for the name typed, such as
 * {@code uid={user},ou=people,dc=example,dc=edu}. The typed name becomes part of one
 * attribute value and is escaped as such (RFC 4514 2.4). Immutable.
 */
public final class DnTemplate {

	private final DN template;

	private DnTemplate(DN template) {
		this.template = template;
	}

	/**
	 * Parses a template.
	 * @throws IllegalArgumentException if it is not a name or has no placeholder
	 */
	public static DnTemplate parse(String text) {
		DnTemplate template = new DnTemplate(LdapSyntax.parseDn(text));
		if (template.fill("a").equals(template.fill("b"))) {
			throw new IllegalArgumentException("'" + text + "' does not hold {user} in a value");
		}
		return template;
	}

	/** The name for a username, whose special characters are escaped. */
	public String fill(String username) {
		Map<String, String> values = Map.of(FilterTemplate.USER, username);
		RDN[] rdns = template.getRDNs();
		RDN[] filled = new RDN[rdns.length];
		for (int i = 0; i < rdns.length; i++) {
			String[] parts = rdns[i].getAttributeValues();
			for (int j = 0; j < parts.length; j++) {
				parts[j] = FilterTemplate.fill(parts[j], values);
			}
			filled[i] = new RDN(rdns[i].getAttributeNames(), parts);
		}
		return new DN(filled).toString();
	}

	@Override
	public String toString() {
		return template.toString();
	}

}
