package org.campanile.web.page;

import java.util.List;

import org.campanile.authn.FactorKind;

/** The names of kinds of factors on pages. */
public final class FactorTexts {

	private FactorTexts() {
	}

	/**
	 * A kind that a user may choose.
	 *
	 * @param code its code, which the button is posted with
	 * @param name the name of the factor
	 * @param hint what the factor requires, in a sentence
	 */
	public record Choice(String code, String name, String hint) {
	}

	/** The kinds with the texts {@code factor.CODE} and {@code factor.CODE.hint}. */
	public static List<Choice> of(List<FactorKind> kinds, LanguageTexts texts) {
		return kinds.stream()
			.map(kind -> new Choice(kind.code(), texts.textOr("factor." + kind.code(), kind.code()),
					texts.textOr("factor." + kind.code() + ".hint", "")))
			.toList();
	}

}
