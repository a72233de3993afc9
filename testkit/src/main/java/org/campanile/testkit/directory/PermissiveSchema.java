package org.campanile.testkit.directory;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.schema.ObjectClassDefinition;
import com.unboundid.ldap.sdk.schema.Schema;

/**
 * A schema that allows any entry. The SDK maintains indexes only for a server with a
 * schema, and checks entries against it; but an LDIF for a trial may contain any
 * attributes of a campus.
 */
final class PermissiveSchema {

	private static final String DIRECTORY_STRING = "EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15";

	private static final String OCTET_STRING = "EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40";

	private PermissiveSchema() {
	}

	/** The standard attribute types, and all others of the entries. */
	static Schema of(Collection<Entry> entries) throws LDAPException {
		Schema standard = Schema.getDefaultStandardSchema();
		Entry schema = standard.getSchemaEntry().duplicate();
		Map<String, String> unknown = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		TreeSet<String> classes = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		standard.getObjectClasses().stream().map(ObjectClassDefinition::getNameOrOID).forEach(classes::add);
		for (Entry entry : entries) {
			for (Attribute attribute : entry.getAttributes()) {
				String name = attribute.getBaseName();
				if (standard.getAttributeType(name) == null) {
					unknown.merge(name, syntax(attribute), PermissiveSchema::moreGeneral);
				}
				if (name.equalsIgnoreCase("objectClass")) {
					classes.addAll(java.util.List.of(attribute.getValues()));
				}
			}
		}
		unknown.forEach((name, syntax) -> schema.addAttribute("attributeTypes",
				"( " + name + "-oid NAME '" + name + "' " + syntax + " )"));
		TreeSet<String> attributes = new TreeSet<>(unknown.keySet());
		standard.getAttributeTypes().forEach(type -> attributes.add(type.getNameOrOID()));
		String all = String.join(" $ ", attributes);
		schema.setAttribute("objectClasses",
				classes.stream()
					.map(name -> "( " + name + "-oid NAME '" + name + "' AUXILIARY MAY ( " + all + " ) )")
					.toList());
		return new Schema(schema);
	}

	private static String syntax(Attribute attribute) {
		for (byte[] value : attribute.getValueByteArrays()) {
			try {
				StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
			}
			catch (CharacterCodingException ex) {
				// An attribute that is not text in one entry is treated as bytes in all.
				return OCTET_STRING;
			}
		}
		return DIRECTORY_STRING;
	}

	private static String moreGeneral(String one, String other) {
		return one.equals(OCTET_STRING) ? one : other;
	}

}
