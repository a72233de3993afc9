package org.campanile.attribute;

import java.util.Optional;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression of the configuration, in RE2 syntax. It is matched in time linear
 * in the length of the value, so that no value of a directory or of metadata can hold a
 * thread; backreferences and look-around, which would need more, are refused. Always
 * matches a value as a whole. Immutable.
 */
public final class ValuePattern {

	private final Pattern pattern;

	private ValuePattern(Pattern pattern) {
		this.pattern = pattern;
	}

	/**
	 * Compiles a pattern.
	 * @throws IllegalArgumentException if it is no RE2 pattern; the message says why
	 */
	public static ValuePattern of(String regex) {
		try {
			return new ValuePattern(Pattern.compile(regex));
		}
		catch (PatternSyntaxException ex) {
			throw new IllegalArgumentException("'" + regex + "' is not a regular expression of RE2: "
					+ ex.getDescription() + "; backreferences and look-around are not available");
		}
	}

	/** Whether the whole value matches. */
	public boolean matches(String value) {
		return pattern.matches(value);
	}

	/** Returns the number of groups. */
	public int groups() {
		return pattern.groupCount();
	}

	/**
	 * The replacement with its groups filled in.
	 * @param replacement a replacement that passed {@link #checkReplacement}
	 * @return empty if the value does not match as a whole
	 */
	Optional<String> rewrite(String value, String replacement) {
		Matcher matcher = pattern.matcher(value);
		if (!matcher.matches()) {
			return Optional.empty();
		}
		StringBuilder result = new StringBuilder();
		for (int at = 0; at < replacement.length(); at++) {
			char current = replacement.charAt(at);
			if (current != '$') {
				result.append(current);
				continue;
			}
			at++;
			char next = replacement.charAt(at);
			String group = next == '$' ? "$" : matcher.group(next - '0');
			// A group that took no part in the match is absent, and says nothing.
			result.append(group == null ? "" : group);
		}
		return Optional.of(result.toString());
	}

	void checkReplacement(String replacement) {
		for (int at = replacement.indexOf('$'); at >= 0; at = replacement.indexOf('$', at + 2)) {
			char next = at + 1 < replacement.length() ? replacement.charAt(at + 1) : ' ';
			if (next != '$' && (next < '0' || next > '9')) {
				throw new IllegalArgumentException(
						"'" + replacement + "': a $ is followed by the number of a group, 0 to 9, or by another $");
			}
			if (next != '$' && next - '0' > groups()) {
				throw new IllegalArgumentException("'" + replacement + "': there is no group " + next + " in '"
						+ pattern.pattern() + "', it has " + groups());
			}
		}
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof ValuePattern that && pattern.equals(that.pattern);
	}

	@Override
	public int hashCode() {
		return pattern.hashCode();
	}

	@Override
	public String toString() {
		return pattern.pattern();
	}

}
