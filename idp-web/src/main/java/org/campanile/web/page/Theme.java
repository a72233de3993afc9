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
 * Everything that pages are rendered from, as read from the home folder at one time.
 * Thread-safe.
 */
final class Theme {

	/** The usual size of a page, in characters. */
	private static final int USUAL_PAGE = 16_384;

	private final Branding branding;

	private final Map<Locale, LanguageTexts> texts;

	private final Style style;

	private final @Nullable LogoFile logo;

	private final TemplateEngine builtIn;

	private final @Nullable TemplateEngine own;

	private final boolean loginLinksForgottenPassword;

	/**
	 * Templates with a broken override; the built-in ones are used until a file changes.
	 */
	private final Set<String> broken = ConcurrentHashMap.newKeySet();

	private final Set<String> reported = ConcurrentHashMap.newKeySet();

	/**
	 * @param branding the branding it was created for
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
	 * The texts in a language; the default one if the language is no longer offered since
	 * the request chose it.
	 */
	LanguageTexts texts(Locale locale) {
		LanguageTexts found = texts.getOrDefault(locale, texts.get(branding.defaultLanguage()));
		if (found == null) {
			throw new IllegalArgumentException("No texts were loaded for " + locale);
		}
		return found;
	}

	/**
	 * Whether the login page's template has a link for a forgotten password; an older one
	 * in the home folder relies on the links in the footer.
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
				// A template that includes itself causes a stack overflow.
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
		// Unlike the JDK's StringWriter, this takes no lock for each of the hundreds of
		// small writes.
		FastStringWriter out = new FastStringWriter(USUAL_PAGE);
		// The same as the engine's own method, which would log each failure with a stack
		// trace.
		engine.getConfiguration()
			.getTemplateManager()
			.parseAndProcess(new TemplateSpec(template, Map.of()), context, out);
		return out.toString();
	}

	/**
	 * Returns the file, line and reason of the innermost exception that contains them.
	 */
	private static String describe(String template, Throwable failure) {
		String file = template;
		String line = "";
		Throwable reason = failure;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			reason = cause;
			if (cause instanceof TemplateProcessingException processing && processing.hasTemplateName()
					&& processing.hasLineAndCol()) {
				// The name of a template that cannot be parsed is its whole text.
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
	 * The style that is embedded in every page.
	 *
	 * @param css the text, exactly as embedded
	 * @param hash its source expression for the Content-Security-Policy
	 * @param icon the page's icon if the institution has no logo
	 */
	record Style(String css, String hash, String icon) {

		private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

		/**
		 * @param own the home folder's style, which comes last and so takes precedence;
		 * empty for none
		 */
		static Style of(AccentColor accent, String own) {
			String css = ":root{--accent:" + accent.onLight() + ';' + accent.buttonOnLight().css()
					+ "}@media (prefers-color-scheme:dark){:root{--accent:" + accent.onDark() + ';'
					+ accent.buttonOnDark().css() + "}}" + minify(Resources.read("style.css")) + own;
			return new Style(css, ContentSecurityPolicy.hash(css), icon(accent));
		}

		/**
		 * Returns the icon, a bell tower. Without one, browsers request it from the host.
		 */
		private static String icon(AccentColor accent) {
			String color = accent.buttonOnLight().background().substring(1);
			return "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E"
					+ "%3Cpath%20fill='%23" + color + "'%20d='M3%2016V6l5-5%205%205v10z'/%3E"
					+ "%3Cpath%20fill='%23fff'%20d='M6%2016v-6a2%202%200%200%201%204%200v6z'/%3E%3C/svg%3E";
		}

		/** Minifies a style sheet without strings, such as the built-in one. */
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
