package org.campanile.cas;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds short texts that a regular expression probably matches, as its author intended. A
 * single dot represents itself; optional parts are present in every other text. Callers
 * check with the expression itself, so that nothing depends on every construct being
 * understood.
 */
final class RegexSamples {

	/** The number of alternatives of each group that are tried. */
	private static final int ALTERNATIVES = 8;

	private static final int MAX_LENGTH = 4096;

	private final String regex;

	private final int choice;

	private int at;

	private RegexSamples(String regex, int choice) {
		this.regex = regex;
		this.choice = choice;
	}

	/** Returns the texts without duplicates. */
	static List<String> of(String regex) {
		Set<String> found = new LinkedHashSet<>();
		IntStream.range(0, ALTERNATIVES).forEach(choice -> found.add(new RegexSamples(regex, choice).alternatives()));
		return List.copyOf(found);
	}

	/** Reads alternatives up to the end of the group. */
	private String alternatives() {
		List<String> found = new ArrayList<>();
		StringBuilder current = new StringBuilder();
		while (at < regex.length() && regex.charAt(at) != ')') {
			if (regex.charAt(at) == '|') {
				at++;
				found.add(current.toString());
				current.setLength(0);
			}
			else {
				current.append(repeated(atom()));
			}
		}
		found.add(current.toString());
		return found.get(choice % found.size());
	}

	private String atom() {
		char current = regex.charAt(at++);
		return switch (current) {
			case '^', '$' -> "";
			case '(' -> group();
			case '[' -> {
				String sample = member(regex.substring(at, Math.max(at, endOfClass(regex, at - 1))));
				at = Math.min(regex.length(), endOfClass(regex, at - 1) + 1);
				yield sample;
			}
			case '\\' -> at < regex.length() ? escape(regex.charAt(at++)) : "";
			case '.' -> at < regex.length() && "*+{".indexOf(regex.charAt(at)) >= 0 ? "x" : ".";
			default -> String.valueOf(current);
		};
	}

	private String group() {
		if (regex.startsWith("?", at)) {
			int colon = regex.indexOf(':', at);
			int end = regex.indexOf(')', at);
			int name = regex.indexOf('>', at);
			if (regex.startsWith("?P<", at) && name > 0) {
				at = name + 1;
			}
			else {
				// A group of flags alone has no content.
				at = colon > 0 && colon < end ? colon + 1 : Math.max(at, end);
			}
		}
		String sample = alternatives();
		at = Math.min(regex.length(), at + 1);
		return sample;
	}

	/** A member of a class, preferably a letter. */
	private static String member(String members) {
		if (members.startsWith("\\") && members.length() > 1) {
			return escape(members.charAt(1));
		}
		if (members.isEmpty() || members.startsWith("^") || members.startsWith("[:")) {
			return "a";
		}
		return members.chars()
			.filter(Character::isLetterOrDigit)
			.mapToObj(Character::toString)
			.findFirst()
			.orElseGet(() -> members.substring(0, 1));
	}

	private static String escape(char escaped) {
		return switch (escaped) {
			case 'd' -> "1";
			case 'w', 'S', 'D' -> "a";
			case 's', 'W' -> " ";
			case 'b', 'B', 'A', 'z', 'Q', 'E' -> "";
			default -> String.valueOf(escaped);
		};
	}

	/** Reads an atom with the quantifier that follows it. */
	private String repeated(String atom) {
		boolean optional = false;
		while (at < regex.length() && "*+?{".indexOf(regex.charAt(at)) >= 0) {
			if (regex.charAt(at) == '{') {
				int end = regex.indexOf('}', at);
				if (end < 0 || !regex.substring(at + 1, end).matches("[0-9]{1,4}(,[0-9]*)?")) {
					break;
				}
				int least = Integer.parseInt(regex.substring(at + 1, end).replaceFirst(",.*", ""));
				at = end + 1;
				return atom.length() * least > MAX_LENGTH ? atom : atom.repeat(Math.max(1, least));
			}
			optional |= regex.charAt(at) != '+';
			at++;
		}
		return optional && choice % 2 == 0 ? "" : atom;
	}

	/** The index of the bracket that closes a class; the end if there is none. */
	static int endOfClass(String regex, int open) {
		int index = open + 1;
		if (regex.startsWith("^", index)) {
			index++;
		}
		if (regex.startsWith("]", index)) {
			index++;
		}
		while (index < regex.length() && regex.charAt(index) != ']') {
			if (regex.startsWith("[:", index) && regex.indexOf(":]", index) > 0) {
				index = regex.indexOf(":]", index) + 1;
			}
			else if (regex.charAt(index) == '\\') {
				index++;
			}
			index++;
		}
		return Math.min(index, regex.length());
	}

}
