package org.campanile.web.page;

import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.TemplateSpec;
import org.thymeleaf.context.Context;
import org.thymeleaf.exceptions.TemplateProcessingException;
import org.thymeleaf.util.FastStringWriter;

/**
 * All that pages are made of, as the home folder stood at one moment. Thread-safe.
 */
final class Theme {

	/** In characters. */
	private static final int USUAL_PAGE = 16_384;

	private final Branding branding;

	private final Map<Locale, LanguageTexts> texts;

	private final Style style;

	private final @Nullable LogoFile logo;

	private final TemplateEngine builtIn;

	private final @Nullable TemplateEngine own;

	private final boolean loginLinksForgottenPassword;

	/**
	 * Pages that an override spoiled; the built-in ones are used until a file changes.
	 */
	private final Set<String> broken = ConcurrentHashMap.newKeySet();

	private final Set<String> reported = ConcurrentHashMap.newKeySet();

	/**
	 * @param branding what it was made for
	 * @param own the engine with the home folder's templates; null if it has none
	 * @param loginLinksForgottenPassword whether the login page's template has a link for
	 * a forgotten password
	 */
	Theme(Branding branding, Map<Locale, LanguageTexts> texts, Style style, @Nullable LogoFile logo,
			TemplateEngine builtIn, @Nullable TemplateEngine own, boolean loginLinksForgottenPassword) {
		this.branding = branding;
		this.texts = Map.copyOf(texts);
		this.style = style;
		this.logo = logo;
		this.builtIn = builtIn;
		this.own = own;
		this.loginLinksForgottenPassword = loginLinksForgottenPassword;
	}

	Branding branding() {
		return branding;
	}

	/**
	 * The texts in a language; in the default one if it was chosen a moment ago, when
	 * other languages were offered.
	 */
	LanguageTexts texts(Locale locale) {
		LanguageTexts found = texts.getOrDefault(locale, texts.get(branding.defaultLanguage()));
		if (found == null) {
			throw new IllegalArgumentException("No texts were loaded for " + locale);
		}
		return found;
	}

	/**
	 * Whether the login page's template has a link for a forgotten password; one of the
	 * home folder may be older than that, and relies on the links at the foot.
	 */
	boolean loginLinksForgottenPassword() {
		return loginLinksForgottenPassword;
	}

	Style style() {
		return style;
	}

	@Nullable LogoFile logo() {
		return logo;
	}

	/**
	 * Renders a page, with the built-in templates if those of the home folder fail.
	 * @param faults receives one line for each template found broken
	 */
	String render(String template, Map<String, @Nullable Object> model, Locale locale, Consumer<String> faults) {
		Context context = new Context(locale, model);
		TemplateEngine overriding = own;
		if (overriding != null && !broken.contains(template)) {
			try {
				return render(overriding, template, context);
			}
			catch (RuntimeException | StackOverflowError ex) {
				// A template that includes itself overflows the stack.
				broken.add(template);
				String fault = describe(template, ex);
				if (reported.add(fault)) {
					faults.accept(fault);
				}
			}
		}
		return render(builtIn, template, context);
	}

	private static String render(TemplateEngine engine, String template, Context context) {
		// Takes no lock for each of the hundreds of small writes, as the JDK's own would.
		FastStringWriter out = new FastStringWriter(USUAL_PAGE);
		// What the engine's own method does, but for its logging each failure with a
		// stack.
		engine.getConfiguration()
			.getTemplateManager()
			.parseAndProcess(new TemplateSpec(template, Map.of()), context, out);
		return out.toString();
	}

	/** File, line and reason, of the innermost place that names them. */
	private static String describe(String template, Throwable failure) {
		String file = template;
		String line = "";
		Throwable reason = failure;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			reason = cause;
			if (cause instanceof TemplateProcessingException processing && processing.hasTemplateName()
					&& processing.hasLineAndCol()) {
				// A template that cannot be parsed is named by its whole text.
				if (processing.getTemplateName().matches("[a-z-]+")) {
					file = processing.getTemplateName();
				}
				line = " line " + processing.getLine();
			}
		}
		String words = reason instanceof StackOverflowError ? "it includes itself without end"
				: reason instanceof MissingResourceException || reason.getMessage() != null
						? String.valueOf(reason.getMessage()) : reason.getClass().getSimpleName();
		return "views/" + file + ".html" + line + ": " + words.lines().findFirst().orElse("")
				+ "; the built-in page is shown instead";
	}

	/**
	 * The style that stands within every page.
	 *
	 * @param css the text, byte for byte as it stands there
	 * @param hash its source expression for the Content-Security-Policy
	 * @param icon the page's icon where the institution has no logo
	 */
	record Style(String css, String hash, String icon) {

		private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

		/**
		 * @param own the home folder's style, which comes last and so wins; empty for
		 * none
		 */
		static Style of(AccentColor accent, String own) {
			String css = ":root{--accent:" + accent.onLight() + ';' + accent.buttonOnLight().css()
					+ "}@media (prefers-color-scheme:dark){:root{--accent:" + accent.onDark() + ';'
					+ accent.buttonOnDark().css() + "}}" + minify(Resources.read("style.css")) + own;
			return new Style(css, ContentSecurityPolicy.hash(css), icon(accent));
		}

		/** A bell tower. Without an icon, browsers ask the host for one. */
		private static String icon(AccentColor accent) {
			String color = accent.buttonOnLight().background().substring(1);
			return "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E"
					+ "%3Cpath%20fill='%23" + color + "'%20d='M3%2016V6l5-5%205%205v10z'/%3E"
					+ "%3Cpath%20fill='%23fff'%20d='M6%2016v-6a2%202%200%200%201%204%200v6z'/%3E%3C/svg%3E";
		}

		/** Enough for a style sheet that has no strings: ours. */
		static String minify(String css) {
			return COMMENT.matcher(css)
				.replaceAll("")
				.replaceAll("\\s+", " ")
				.replaceAll(" ?([{};,]) ?", "$1")
				.replace(": ", ":")
				.replace(";}", "}")
				.strip();
		}

	}

}
