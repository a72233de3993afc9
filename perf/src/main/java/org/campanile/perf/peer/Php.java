package org.campanile.perf.peer;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Values as PHP's source writes them. */
final class Php {

	private static final String INDENT = "    ";

	private Php() {
	}

	/**
	 * A file that sets variables to values, in that order; their names come without $.
	 */
	static String file(Map<String, ?> variables) {
		return "<?php\n" + variables.entrySet()
			.stream()
			.map(variable -> "$" + variable.getKey() + " = " + literal(variable.getValue()) + ";\n")
			.collect(Collectors.joining());
	}

	/**
	 * Text, a number, a truth value, a list or a map of such.
	 * @throws IllegalArgumentException if it is anything else
	 */
	static String literal(Object value) {
		return literal(value, "");
	}

	private static String literal(Object value, String indent) {
		return switch (value) {
			case String text -> quoted(text);
			case Integer number -> number.toString();
			case Boolean truth -> truth.toString();
			case List<?> list -> array(list.stream().map(item -> literal(item, indent + INDENT)).toList(), indent);
			case Map<?, ?> map -> array(map.entrySet()
				.stream()
				.map(entry -> literal(entry.getKey()) + " => " + literal(entry.getValue(), indent + INDENT))
				.toList(), indent);
			default -> throw new IllegalArgumentException("PHP source cannot hold " + value.getClass());
		};
	}

	private static String array(List<String> items, String indent) {
		return items.stream()
			.map(item -> indent + INDENT + item + ",\n")
			.collect(Collectors.joining("", "[\n", indent + "]"));
	}

	/** Between single quotes PHP knows two escapes, and replaces nothing else. */
	private static String quoted(String text) {
		return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
	}

}
