package org.campanile.perf.environment;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.campanile.perf.load.Population;

/**
 * The whole directory as LDIF (RFC 2849): base, organizational units, the service account
 * and the people. Written as it is made, so that a million people take no memory.
 */
public final class PeopleLdif {

	private PeopleLdif() {
	}

	/** Writes it to a file, which is replaced. */
	public static void write(Population people, Path file) throws IOException {
		try (OutputStream out = Files.newOutputStream(file)) {
			write(people, out);
		}
	}

	/**
	 * Writes what the people have of eduPerson, in the form that {@code slapd.conf(5)}
	 * includes, to a file, which is replaced.
	 */
	public static void writeSchema(Path file) throws IOException {
		Files.writeString(file, EduPersonSchema.read().text());
	}

	/** Writes it; the stream stays open. */
	public static void write(Population people, OutputStream out) throws IOException {
		Writer writer = new OutputStreamWriter(new BufferedOutputStream(out, 1 << 16), StandardCharsets.US_ASCII);
		for (Map.Entry<String, Map<String, List<String>>> entry : frame().entrySet()) {
			entry(writer, entry.getKey(), entry.getValue(), List.of());
		}
		for (int number = 0; number < people.size(); number++) {
			DirectoryUser person = DirectoryUser.of(people, number);
			entry(writer, person.dn(), person.attributes(), List.of(person.hashedPassword()));
		}
		writer.flush();
	}

	/**
	 * The entries that are no people: attributes by distinguished name, parents first.
	 */
	static Map<String, Map<String, List<String>>> frame() {
		Map<String, Map<String, List<String>>> entries = new LinkedHashMap<>();
		entries.put(Campus.BASE_DN, attributes("objectClass", List.of("organization", "dcObject"), "dc",
				List.of("example"), "o", List.of("Example University")));
		entries.put("ou=services," + Campus.BASE_DN, unit("services"));
		for (String unit : Campus.UNITS) {
			entries.put("ou=" + unit + "," + Campus.BASE_DN, unit(unit));
		}
		entries.put(Campus.SERVICE_DN, attributes("objectClass", List.of("applicationProcess", "simpleSecurityObject"),
				"cn", List.of("campanile"), "userPassword", List.of(Campus.SERVICE_PASSWORD)));
		return entries;
	}

	private static Map<String, List<String>> unit(String name) {
		return attributes("objectClass", List.of("organizationalUnit"), "ou", List.of(name), "description",
				List.of("People of " + name));
	}

	private static Map<String, List<String>> attributes(String first, List<String> firstValues, String second,
			List<String> secondValues, String third, List<String> thirdValues) {
		Map<String, List<String>> attributes = new LinkedHashMap<>();
		attributes.put(first, firstValues);
		attributes.put(second, secondValues);
		attributes.put(third, thirdValues);
		return attributes;
	}

	private static void entry(Writer out, String dn, Map<String, List<String>> attributes, List<String> passwords)
			throws IOException {
		line(out, "dn", dn);
		for (Map.Entry<String, List<String>> attribute : attributes.entrySet()) {
			for (String value : attribute.getValue()) {
				line(out, attribute.getKey(), value);
			}
		}
		for (String password : passwords) {
			line(out, "userPassword", password);
		}
		out.append('\n');
	}

	private static void line(Writer out, String name, String value) throws IOException {
		out.append(name).append(':');
		if (isSafe(value)) {
			out.append(' ').append(value);
		}
		else {
			out.append(": ").append(Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
		}
		out.append('\n');
	}

	/**
	 * Whether it may stand as it is (SAFE-STRING of RFC 2849, and no space at its end).
	 */
	private static boolean isSafe(String value) {
		if (value.isEmpty()) {
			return true;
		}
		if (" :<".indexOf(value.charAt(0)) >= 0 || value.endsWith(" ")) {
			return false;
		}
		return value.chars().allMatch(letter -> letter >= ' ' && letter < 127);
	}

	/**
	 * What the generated people have of eduPerson, in the form that {@code slapd.conf(5)}
	 * includes.
	 *
	 * @param text the whole of it
	 */
	record EduPersonSchema(String text) {

		private static final String FILE = "eduperson.schema";

		static EduPersonSchema read() throws IOException {
			try (InputStream in = EduPersonSchema.class.getResourceAsStream(FILE)) {
				if (in == null) {
					throw new IOException(FILE + " is missing from the class path");
				}
				return new EduPersonSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
			}
		}

		/**
		 * Its definitions of a kind, each as RFC 4512 writes it.
		 * @param kind {@code attributetype} or {@code objectclass}
		 */
		List<String> definitions(String kind) {
			return Pattern.compile("^" + kind + " (\\(.*(?:\\n .*)*)", Pattern.MULTILINE)
				.matcher(text)
				.results()
				.map((MatchResult result) -> result.group(1).replaceAll("\\s+", " "))
				.toList();
		}

	}

}
