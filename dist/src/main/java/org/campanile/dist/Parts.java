package org.campanile.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the parts of the packages that are not in the source tree in that form: the
 * shell completion, empty folders, the Debian package's unit and its changelog. The same
 * input yields the same bytes.
 */
final class Parts {

	/**
	 * The format of dates with two digits of the day, as Debian's tools expect, unlike
	 * RFC 1123 in Java.
	 */
	private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss xx",
			Locale.ROOT);

	private Parts() {
	}

	/**
	 * @param arguments source tree, version, time of the build (RFC 3339), target
	 */
	public static void main(String[] arguments) throws IOException {
		Path tree = Path.of(arguments[0]);
		String version = debianVersion(arguments[1]);
		OffsetDateTime time = OffsetDateTime.parse(arguments[2]);
		Path target = Path.of(arguments[3]);
		Path completion = Files.createDirectories(target.resolve("completion"));
		Files.writeString(completion.resolve("campanile"), Completion.bash());
		Files.writeString(completion.resolve("_campanile"), Completion.zsh());
		Files.createDirectories(target.resolve("conf/metadata"));
		Files.createDirectories(target.resolve("conf/services"));
		Files.writeString(target.resolve("campanile.service"),
				unit(Files.readString(tree.resolve("deploy/systemd/campanile.service"))));
		try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(target.resolve("changelog.gz")))) {
			out.write(changelog(version, time).getBytes(StandardCharsets.UTF_8));
		}
	}

	/**
	 * Returns a version that sorts a snapshot before its release; jdeb names versions
	 * alike.
	 */
	static String debianVersion(String version) {
		return version.replace("-SNAPSHOT", "~SNAPSHOT");
	}

	static String changelog(String version, OffsetDateTime time) {
		return """
				campanile (%s) unstable; urgency=medium

				  * CHANGELOG.md beside this file has what is new.

				 -- The Campanile authors <campanile@example.org>  %s
				""".formatted(version, time.format(DATE));
	}

	/**
	 * Returns the unit of {@code deploy/} for the places of the package: the server
	 * writes to folders that systemd makes for it below {@code /var}, and {@code /etc}
	 * stays unchanged.
	 * @throws IllegalArgumentException if the unit does not have what must be replaced
	 */
	static String unit(String deployed) {
		String unit = deployed.substring(deployed.indexOf("[Unit]"));
		unit = replaced(unit, "file:/opt/campanile/docs/", "file:/usr/share/doc/campanile/docs/");
		unit = replaced(unit, "/opt/campanile/bin/campanile", "/usr/bin/campanile");
		return replaced(unit, "ReadWritePaths=/etc/campanile\n", """
				StateDirectory=campanile
				StateDirectoryMode=0750
				CacheDirectory=campanile
				CacheDirectoryMode=0750
				""");
	}

	private static String replaced(String text, String what, String with) {
		if (!text.contains(what)) {
			throw new IllegalArgumentException("deploy/systemd/campanile.service has no " + what.strip());
		}
		return text.replace(what, with);
	}

}
