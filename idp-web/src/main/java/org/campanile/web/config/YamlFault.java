package org.campanile.web.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Describes the fault of a file that is not valid YAML. */
public final class YamlFault {

	private static final String FILE = "application.yaml";

	/** The parser's messages for a block below a line that has a value. */
	private static final Set<String> DEEPER = Set.of("mapping values are not allowed here",
			"expected <block end>, but found '<block mapping start>'");

	/** A value, or a member of a list, that begins with a quote. */
	private static final Pattern VALUE_IN_QUOTES = Pattern.compile("(?:[:-]\\s+|[\\[{,]\\s*)([\"'])");

	private YamlFault() {
	}

	/**
	 * Returns one line, with place and reason; empty if the failure is of another kind.
	 */
	public static Optional<String> of(Throwable failure) {
		return of(failure, FILE);
	}

	/** Reports like {@link #of(Throwable)}, for another file. */
	static Optional<String> of(Throwable failure, String file) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof MarkedYAMLException yaml) {
				return Optional.of(describe(yaml, file));
			}
			if (cause instanceof YAMLException yaml) {
				return Optional
					.of(file + ": is not valid YAML: " + oneLine(yaml.getMessage()) + "; save it as UTF-8 text");
			}
		}
		return Optional.empty();
	}

	/**
	 * Describes a fault. The parser's own message has several lines and quotes the file,
	 * which may contain secrets.
	 */
	private static String describe(MarkedYAMLException yaml, String file) {
		Mark mark = yaml.getProblemMark();
		if (mark == null) {
			return file + ": is not valid YAML: " + oneLine(yaml.getProblem());
		}
		List<String> lines = new String(mark.getBuffer(), 0, mark.getBuffer().length).lines().toList();
		int line = Math.min(mark.getLine(), lines.size() - 1);
		OptionalInt quote = openQuote(yaml, lines, line);
		if (quote.isPresent()) {
			return file + ":" + (quote.getAsInt() + 1)
					+ ": is not valid YAML: a quote opens in this line and is not closed there; close it";
		}
		String place = file + ":" + (mark.getLine() + 1) + ": is not valid YAML: ";
		if (line > 0 && DEEPER.contains(String.valueOf(yaml.getProblem()))
				&& indentation(lines.get(line)) > indentation(lines.get(line - 1))) {
			return place + "indented deeper than the line before it, which has a value already; begin both in the same "
					+ "column";
		}
		return place + oneLine(yaml.getProblem())
				+ "; look at this line and the one before it, at indentation, colons and quotes";
	}

	/**
	 * The line with the unclosed quote. The parser fails some lines later, at the end of
	 * the file or at the next quote, which seems to close it.
	 */
	private static OptionalInt openQuote(MarkedYAMLException yaml, List<String> lines, int until) {
		Mark began = yaml.getContextMark();
		if (began != null && "while scanning a quoted scalar".equals(yaml.getContext())) {
			return OptionalInt.of(began.getLine());
		}
		return IntStream.iterate(until, line -> line >= 0, line -> line - 1)
			.filter(line -> leavesQuoteOpen(lines.get(line)))
			.findFirst();
	}

	private static boolean leavesQuoteOpen(String line) {
		Matcher value = VALUE_IN_QUOTES.matcher(line);
		return value.find() && line.chars().filter(sign -> sign == line.charAt(value.start(1))).count() % 2 == 1;
	}

	private static long indentation(String line) {
		return line.chars().takeWhile(sign -> sign == ' ').count();
	}

	private static String oneLine(@Nullable String text) {
		return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
	}

}
