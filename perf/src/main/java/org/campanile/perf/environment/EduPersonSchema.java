package org.campanile.perf.environment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

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
