package org.campanile.access;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import javax.naming.InvalidNameException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * A distinguished name (RFC 4514), compared part by part, without regard to case and
 * superfluous space. Immutable.
 *
 * @param parts the relative names in one form, beginning at the root
 */
public record DistinguishedName(List<String> parts) {

	public DistinguishedName {
		parts = List.copyOf(parts);
	}

	/**
	 * Reads a name.
	 * @throws IllegalArgumentException if it is none, or has no parts
	 */
	public static DistinguishedName of(String text) {
		return parse(text).filter(name -> !name.parts.isEmpty())
			.orElseThrow(() -> new IllegalArgumentException(
					"'" + text + "' is no distinguished name; write one such as ou=people,dc=example,dc=edu"));
	}

	/** Reads a name; empty if it is none. */
	static Optional<DistinguishedName> parse(String text) {
		try {
			List<String> parts = new ArrayList<>();
			for (Rdn rdn : new LdapName(text).getRdns()) {
				parts.add(part(rdn));
			}
			return Optional.of(new DistinguishedName(parts));
		}
		catch (NamingException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/** Types and values in one order; what separates them cannot occur in a type. */
	private static String part(Rdn rdn) throws NamingException {
		List<String> pairs = new ArrayList<>();
		NamingEnumeration<? extends Attribute> attributes = rdn.toAttributes().getAll();
		while (attributes.hasMore()) {
			Attribute attribute = attributes.next();
			for (int i = 0; i < attribute.size(); i++) {
				pairs.add(attribute.getID().toLowerCase(Locale.ROOT) + '=' + value(attribute.get(i)));
			}
		}
		if (pairs.isEmpty()) {
			throw new InvalidNameException("a relative name without attributes");
		}
		Collections.sort(pairs);
		return String.join("\0", pairs);
	}

	private static String value(Object value) {
		return value instanceof byte[] bytes ? '#' + HexFormat.of().formatHex(bytes)
				: Normalizer.normalize(value.toString(), Normalizer.Form.NFKC)
					.toLowerCase(Locale.ROOT)
					.strip()
					.replaceAll("\\s+", " ");
	}

	/** Whether it is that name, or one below it. */
	public boolean isWithin(DistinguishedName suffix) {
		return parts.size() >= suffix.parts.size() && parts.subList(0, suffix.parts.size()).equals(suffix.parts);
	}

}
