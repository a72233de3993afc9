package org.campanile.perf.profile;

import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.result.ProfileResult.ClassUse;

/** Parses {@code jcmd PID GC.class_histogram}: live objects by shallow size. */
final class ClassHistogram {

	/** Matches lines such as {@code 1: 38042 2434688 [B (java.base@25)}. */
	private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

	private ClassHistogram() {
	}

	/** Returns the first classes, which have the most bytes. */
	static List<ClassUse> largest(String printed, int count) {
		return printed.lines().map(ClassHistogram::line).flatMap(Optional::stream).limit(count).toList();
	}

	private static Optional<ClassUse> line(String line) {
		Matcher matcher = LINE.matcher(line);
		return matcher.matches() ? Optional.of(new ClassUse(readable(matcher.group(3)),
				Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))) : Optional.empty();
	}

	/**
	 * Returns the name of a class in the notation of Java: {@code [B} becomes
	 * {@code byte[]}, {@code [Ljava.lang.String;} an array.
	 */
	static String readable(String name) {
		int dimensions = name.lastIndexOf('[') + 1;
		if (dimensions == 0) {
			return name.replace('/', '.');
		}
		ClassDesc element = ClassDesc.ofDescriptor(name.substring(dimensions).replace('.', '/'));
		String prefix = element.packageName().isEmpty() ? "" : element.packageName() + '.';
		return prefix + element.displayName() + "[]".repeat(dimensions);
	}

}
