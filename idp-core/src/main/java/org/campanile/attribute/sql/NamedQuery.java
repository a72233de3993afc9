package org.campanile.attribute.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query in which {@code :name} stands for a value of the user. Each becomes a {@code ?}
 * of the prepared statement, so no value is ever part of the text. Text in quotes,
 * comments and {@code ::} casts are left as they are.
 *
 * @param sql the text of the prepared statement
 * @param names the name of each {@code ?}, in order
 */
public record NamedQuery(String sql, List<String> names) {

	/**
	 * Matches a token that is left unchanged (a string, quoted name, comment or
	 * {@code ::}), a named parameter, or one of the signs {@code ?} and {@code ;}.
	 */
	private static final Pattern TOKEN = Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\\n]*"
			+ "|/\\*(?s:.*?)\\*/|\\$([A-Za-z_]*)\\$(?s:.*?)\\$\\1\\$|::|:([A-Za-z][A-Za-z0-9_-]*)|\\?|;");

	public NamedQuery {
		names = List.copyOf(names);
	}

	/**
	 * Reads a query.
	 * @throws IllegalArgumentException if it is malformed, names no parameter, or is
	 * several
	 */
	public static NamedQuery parse(String text) {
		String query = text.strip().replaceFirst(";\\s*$", "");
		String start = query.toLowerCase(Locale.ROOT);
		if (!start.startsWith("select") && !start.startsWith("with") && !start.startsWith("(")) {
			throw new IllegalArgumentException("only a SELECT is accepted");
		}
		List<String> names = new ArrayList<>();
		StringBuilder sql = new StringBuilder();
		Matcher token = TOKEN.matcher(query);
		while (token.find()) {
			String name = token.group(2);
			if (token.group().equals("?")) {
				throw new IllegalArgumentException(
						"a ? stands for nothing; write :username or the name of an attribute");
			}
			if (token.group().equals(";")) {
				throw new IllegalArgumentException("it is more than one statement; give one SELECT");
			}
			if (name == null) {
				token.appendReplacement(sql, Matcher.quoteReplacement(token.group()));
			}
			else {
				names.add(name);
				token.appendReplacement(sql, "?");
			}
		}
		token.appendTail(sql);
		if (names.isEmpty()) {
			throw new IllegalArgumentException("it asks for nobody in particular; compare something with :username");
		}
		return new NamedQuery(sql.toString(), names);
	}

}
