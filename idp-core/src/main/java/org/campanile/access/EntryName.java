package org.campanile.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

import javax.naming.InvalidNameException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The distinguished name of an entry (RFC 4514), compared component by component, without
 * regard to case: {@code ou=a,dc=b} is not below {@code u=a,dc=b}. Immutable.
 *
 * @param text as it was written
 * @param parts its components, the root first
 */
public record EntryName(String text, List<String> parts) {

	private static final String PLAIN_PART = "[A-Za-z][A-Za-z0-9-]*+=[A-Za-z0-9]"
			+ "(?:[A-Za-z0-9._@-]| (?=[A-Za-z0-9]))*+";

	/** A name without escapes in which no component has several attributes. */
	private static final Pattern PLAIN = Pattern.compile(PLAIN_PART + "(?:," + PLAIN_PART + ")*+");

	public EntryName {
		parts = List.copyOf(parts);
	}

	/**
	 * Parses a name; empty if the text is no such name, or the name of the root, which
	 * includes every entry.
	 */
	public static Optional<EntryName> of(String text) {
		if (PLAIN.matcher(text).matches()) {
			// Nearly all names are plain, and each page behind the gate needs one.
			return Optional.of(new EntryName(text, Arrays.asList(text.toLowerCase(Locale.ROOT).split(",")).reversed()));
		}
		return parsed(text);
	}

	/**
	 * Returns the text by which a value of an attribute is compared: the same for all
	 * spellings of a name, as directories compare them, otherwise the value itself. One
	 * component alone does not make a name, because other values also contain an equals
	 * sign.
	 */
	public static String comparable(String value) {
		if (value.indexOf('=') < 0 || value.indexOf(',') < 0) {
			return value;
		}
		return of(value).filter(name -> name.parts.size() > 1).map(name -> key(name.parts.reversed())).orElse(value);
	}

	/** Reads every name, ten times as slowly. */
	static Optional<EntryName> parsed(String text) {
		try {
			List<String> parts = new ArrayList<>();
			for (Rdn part : new LdapName(text).getRdns()) {
				parts.add(normalized(part));
			}
			return parts.isEmpty() ? Optional.empty() : Optional.of(new EntryName(text, parts));
		}
		// The latter for a malformed value.
		catch (InvalidNameException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private static String normalized(Rdn part) {
		TreeSet<String> sorted = new TreeSet<>();
		try {
			NamingEnumeration<? extends Attribute> each = part.toAttributes().getAll();
			while (each.hasMore()) {
				Attribute attribute = each.next();
				sorted.add((attribute.getID() + '=' + Rdn.escapeValue(attribute.get())).toLowerCase(Locale.ROOT));
			}
		}
		catch (NamingException ex) {
			throw new IllegalStateException("a name in memory cannot be read", ex);
		}
		return String.join("+", sorted);
	}

	/** Whether this is that name or one below it. */
	boolean isBelow(EntryName other) {
		return parts.size() >= other.parts.size() && parts.subList(0, other.parts.size()).equals(other.parts);
	}

	/**
	 * Returns the names of all entries that include this one, itself among them, each as
	 * one text.
	 */
	List<String> above() {
		List<String> names = new ArrayList<>();
		for (int size = 1; size <= parts.size(); size++) {
			names.add(key(parts.subList(0, size)));
		}
		return names;
	}

	/** The whole name as one text. */
	String key() {
		return key(parts);
	}

	private static String key(List<String> parts) {
		return String.join(",", parts);
	}

}
