package org.campanile.directory;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;
import com.unboundid.ldap.sdk.SearchResultEntry;

/** Converts the SDK's entries. */
final class EntryMapper {

	/**
	 * Attributes that a service account may be allowed to read but that must not be in
	 * memory, in a cache or near an assertion.
	 */
	private static final Set<String> SECRETS = Set.of("userpassword", "authpassword", "unicodepwd", "dbcspwd",
			"ntpwdhistory", "lmpwdhistory", "supplementalcredentials", "pwdhistory", "passwordhistory",
			"sambantpassword", "sambalmpassword", "sambapasswordhistory", "krbprincipalkey", "ipanthash");

	private EntryMapper() {
	}

	static DirectoryEntry entry(SearchResultEntry source) {
		Map<String, List<byte[]>> attributes = new LinkedHashMap<>();
		for (Attribute attribute : source.getAttributes()) {
			if (!SECRETS.contains(attribute.getBaseName().toLowerCase(Locale.ROOT))) {
				attributes.put(attribute.getName(), List.of(attribute.getValueByteArrays()));
			}
		}
		return new DirectoryEntry(source.getDN(), attributes);
	}

	/**
	 * Returns the canonical name: the attribute's value in the entry's DN, else its only
	 * value. With several values none is chosen, because a directory returns them in any
	 * order and a user's identity must not change between logins. A value that is not
	 * UTF-8, or has characters that XML cannot represent (XML 1.0, 2.2), is ignored: two
	 * such names could be read as one.
	 */
	static Optional<String> principal(DirectoryEntry entry, String attribute) {
		List<String> values = entry.texts(attribute);
		if (values.size() > 1) {
			return inName(entry.dn(), attribute)
				.flatMap(named -> values.stream().filter(named::equalsIgnoreCase).findFirst())
				.filter(EntryMapper::isName);
		}
		return values.stream().filter(EntryMapper::isName).findFirst();
	}

	private static boolean isName(String value) {
		// U+FFFD replaces invalid UTF-8.
		return !value.isBlank() && value.chars().noneMatch(c -> c < ' ' || c >= 0xFFFD);
	}

	private static Optional<String> inName(String dn, String attribute) {
		try {
			RDN rdn = new DN(dn).getRDN();
			if (rdn == null) {
				return Optional.empty();
			}
			return Arrays.stream(rdn.getAttributes())
				.filter(part -> part.getName().equalsIgnoreCase(attribute))
				.map(Attribute::getValue)
				.findFirst();
		}
		catch (LDAPException ex) {
			// A DN in the directory's own spelling that cannot be parsed: treated as
			// having no such value.
			return Optional.empty();
		}
	}

}
