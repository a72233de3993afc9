package org.campanile.web.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.campanile.explain.Explanation;
import org.campanile.explain.Explanation.Attribute;
import org.campanile.explain.Explanation.Source;
import org.campanile.explain.Explanation.Value;

/** Writes an explanation as text in aligned columns. Used by one thread, once. */
final class ExplanationText {

	private static final int LABEL = 15;

	/** The maximum width of a column, which is as wide as its widest cell. */
	private static final int WIDEST = 48;

	/** The value of {@code DefaultReleasePolicy}. */
	private static final String NO_RULE = "no rule";

	private final Explanation explanation;

	private final List<String> lines = new ArrayList<>();

	ExplanationText(Explanation explanation) {
		this.explanation = explanation;
	}

	List<String> lines() {
		Explanation.Person person = explanation.person();
		label("person", person.principal() + "  (" + person.dn() + ")");
		label("service", explanation.service().id() + "  (" + explanation.service().name() + ")");
		if (explanation.refusal() != null) {
			label("refused", explanation.refusal());
		}
		title("The directory says");
		int width = width(explanation.entry().stream().map(Explanation.Values::name).toList());
		explanation.entry().forEach(values -> row(width, values.name(), values.values()));
		title("Attributes");
		explanation.attributes().stream().filter(attribute -> !isIdle(attribute)).forEach(this::attribute);
		List<String> idle = explanation.attributes().stream().filter(this::isIdle).map(Attribute::id).toList();
		if (!idle.isEmpty()) {
			line("  Built in, and without a value in the directory: " + idle.size() + " attributes");
		}
		nameId(explanation.subject());
		access(explanation.access());
		if (explanation.factors() != null) {
			factors(explanation.factors());
		}
		if (explanation.signature() != null) {
			signature(explanation.signature());
		}
		if (explanation.encryption() != null) {
			encryption(explanation.encryption());
		}
		title(explanation.refusal() == null ? "Attribute statement" : "Attribute statement, which is not sent");
		String statement = explanation.attributeStatement();
		(statement.isEmpty() ? "none: no value is released" : statement).lines().forEach(line -> line("  " + line));
		if (!explanation.notes().isEmpty()) {
			title("Notes");
			explanation.notes().forEach(note -> line("  " + note));
		}
		return lines;
	}

	/** Whether the attribute is only listed by name, as a built-in one without values. */
	private boolean isIdle(Attribute attribute) {
		return attribute.builtIn() && attribute.values().isEmpty()
				&& attribute.sources().stream().allMatch(source -> source.from().isEmpty())
				&& !attribute.sources().isEmpty();
	}

	private void attribute(Attribute attribute) {
		String from = attribute.sources().stream().map(ExplanationText::source).collect(Collectors.joining(", "));
		line("  " + attribute.id() + (from.isEmpty() ? "" : "  from " + from));
		int width = width(attribute.values().stream().map(Value::value).toList());
		attribute.values()
			.forEach(value -> line(
					"    " + (value.released() ? "+ " : "- ") + pad(value.value(), width) + "  " + verdict(value)));
		attribute.remarks().forEach(remark -> line("    ! " + remark));
	}

	private static String source(Source source) {
		return source.name() + " (" + (source.from().isEmpty() ? "no value" : source.from()) + ")";
	}

	private static String verdict(Value value) {
		if (value.released()) {
			return "released by \"" + value.rule() + '"';
		}
		return value.rule().equals(NO_RULE) ? "withheld: no rule names it" : "withheld by \"" + value.rule() + '"';
	}

	private void nameId(Explanation.Subject nameId) {
		title("Name identifier");
		if (nameId.format() == null) {
			label("  none", "the service is refused with InvalidNameIDPolicy");
		}
		else {
			label("  value", nameId.value() == null ? "another one for each session" : nameId.value());
			label("  format", nameId.format());
		}
		nameId.reasons().forEach(reason -> label("  tried", reason));
	}

	private void access(Explanation.Access access) {
		title("Access");
		label("  " + access.decision(), access.decision().equals("by page") ? "rules decide for each page of the site"
				: "by \"" + access.rule() + '"');
		reasons(access);
		for (Explanation.Access then = access.afterStepUp(); then != null; then = then.afterStepUp()) {
			label("  once met", effect(then));
			reasons(then);
		}
	}

	private void reasons(Explanation.Access access) {
		access.conditions().forEach(condition -> label("  as", condition));
		access.unless()
			.forEach(other -> label("  unless", String.join(", and ", other.conditions()) + ": " + effect(other)));
	}

	private static String effect(Explanation.Access access) {
		return access.decision() + " by \"" + access.rule() + '"';
	}

	private void factors(Explanation.Factors factors) {
		title("Factors");
		label("  demanded", factors.demanded().isEmpty() ? "none" : String.join(", ", factors.demanded())
				+ (factors.rule() == null ? "" : "  by \"" + factors.rule() + '"'));
		if (!factors.needed().isEmpty()) {
			label("  needed", "one of " + String.join(", ", factors.needed()) + ", after the password");
		}
		label("  has", factors.enrolled().isEmpty() ? "none" : factors.enrolled().getFirst());
		factors.enrolled().stream().skip(1).forEach(credential -> label("", credential));
		if (!factors.missing().isEmpty()) {
			label("  missing", "any of " + String.join(", ", factors.missing()));
		}
		label("  login", factors.next());
	}

	private void signature(Explanation.Signature signature) {
		title("Signature");
		label("  response", "signed, as every response is");
		label("  assertion", (signature.assertion() ? "signed as well: " : "not signed itself: ") + signature.reason());
		optional("  algorithm", signature.algorithm());
		optional("  key", signature.key());
		optional("  certificate", signature.fingerprint() == null ? null : "SHA-256 " + signature.fingerprint());
	}

	private void encryption(Explanation.Encryption encryption) {
		title("Encryption");
		label("  assertion", (encryption.encrypted() ? "encrypted: " : "not encrypted: ") + encryption.reason());
		optional("  content", encryption.content());
		optional("  key transport", encryption.keyTransport());
		optional("  key", encryption.key());
	}

	private void title(String title) {
		lines.add("");
		lines.add(title);
	}

	private void optional(String label, @Nullable String value) {
		if (value != null) {
			label(label, value);
		}
	}

	private void label(String label, String value) {
		line(pad(label, LABEL) + "  " + value);
	}

	private void row(int width, String name, List<String> values) {
		for (int i = 0; i < values.size(); i++) {
			line("  " + pad(i == 0 ? name : "", width) + "  " + values.get(i));
		}
	}

	private static int width(List<String> cells) {
		return Math.min(WIDEST, cells.stream().mapToInt(String::length).max().orElse(0));
	}

	private static String pad(String text, int width) {
		return text.length() >= width ? text : text + " ".repeat(width - text.length());
	}

	private void line(String text) {
		lines.add(Printable.of(text).stripTrailing());
	}

}
