package org.campanile.web.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.FactorKind;

/**
 * Collects the data from which one page is rendered: the model of its template, its
 * status, and the sources that its Content-Security-Policy must allow. Used by one
 * thread, once.
 */
public final class Frame {

	private final Theme theme;

	private final LanguageTexts texts;

	private final Map<String, @Nullable Object> model = new HashMap<>();

	private final List<String> images = new ArrayList<>(2);

	private final List<String> frames = new ArrayList<>(2);

	private final List<String> scripts = new ArrayList<>(2);

	private boolean embeddable;

	private int status = 200;

	private String formTargets = "'self'";

	Frame(Theme theme, Locale locale) {
		this.theme = theme;
		this.texts = theme.texts(locale);
		put(PageTemplates.TEXTS, texts);
		put("lang", language());
		put("dir", Languages.direction(texts.locale()));
		put("style", theme.style().css());
		put("organisation", organisation());
	}

	/** The texts of the page's language. */
	public LanguageTexts texts() {
		return texts;
	}

	/** The institution's name. */
	public String organisation() {
		return theme.branding().name();
	}

	String language() {
		return texts.locale().toLanguageTag();
	}

	/** Adds a value under a name that the template uses. */
	public Frame put(String name, @Nullable Object value) {
		model.put(name, value);
		return this;
	}

	/**
	 * Adds a list; an empty one becomes null, so that a template can test for its name.
	 */
	public Frame list(String name, List<?> values) {
		return put(name, values.isEmpty() ? null : values);
	}

	/** Sets the title of the browser's window. */
	public Frame title(String page) {
		return put("title", texts.text("page.title", "page", page).replace("{organisation}", organisation()));
	}

	/** Sets the title, which begins with the error if there is one. */
	Frame title(String heading, @Nullable String error) {
		return title(error == null ? heading : texts.text("page.error", "error", error));
	}

	/** Adds {@code heading} and {@code error}, and sets the title. */
	public Frame heading(String heading, @Nullable String error) {
		return title(heading, error).put("heading", heading).put("error", error);
	}

	/** Adds an image and the source that allows it. */
	public Frame image(String name, @Nullable String url, String source) {
		if (url != null && !images.contains(source)) {
			images.add(source);
		}
		return put(name, url);
	}

	/** Adds the logo of a service to which its forms may lead; null for none. */
	public Frame service(@Nullable ServiceView service) {
		return service == null ? serviceLogo(null) : serviceLogo(service).formTargets(service);
	}

	/** Adds a service's logo, if it can be shown. */
	Frame serviceLogo(@Nullable ServiceView service) {
		String url = service == null ? null : service.logoUrl();
		return url != null && WebAddress.isImage(url) ? image("serviceLogo", url, WebAddress.source(url))
				: put("serviceLogo", null);
	}

	/** Allows its frames to show a source. */
	Frame mayShow(String source) {
		if (!frames.contains(source)) {
			frames.add(source);
		}
		return this;
	}

	/** Allows pages of this server to show it in a frame. */
	Frame embeddable() {
		embeddable = true;
		return this;
	}

	boolean isEmbeddable() {
		return embeddable;
	}

	String render(String template, Consumer<String> faults) {
		return theme.render(template, model, texts.locale(), faults);
	}

	/** Allows the page to run a script. */
	Frame mayRun(String scriptHash) {
		scripts.add(scriptHash);
		return this;
	}

	/**
	 * Adds the offer to trust this device, for the fragment {@code trust}.
	 * @param days for how long; null for no offer
	 * @param ticked whether the user has said so
	 */
	public Frame trust(@Nullable Integer days, boolean ticked) {
		return put("trust", days == null ? null : texts.count("trusted-device.offer", days)).put("trustTicked", ticked);
	}

	/** Sets the HTTP status; 200 if not set. */
	public Frame status(int other) {
		status = other;
		return this;
	}

	int status() {
		return status;
	}

	/** Sets where its forms may lead, as source expressions; this server if not set. */
	Frame formTargets(String sources) {
		formTargets = sources;
		return this;
	}

	/** Lets its forms lead where that service redirects the browser in the end. */
	public Frame formTargets(ServiceView service) {
		String redirectedTo = service.redirectedTo();
		return redirectedTo == null ? this : formTargets("'self' " + carrying(redirectedTo));
	}

	/** Returns the targets of a form that is sent to the destination. */
	String carrying(String destination) {
		return ContentSecurityPolicy.carrying(destination, theme.branding().formTargets());
	}

	/** Adds an inline script as {@code script}, and allows it. */
	public Frame script(String javascript) {
		return put("script", javascript).mayRun(ContentSecurityPolicy.hash(javascript));
	}

	/** Adds the fields that its form is posted with, as {@code hidden}. */
	public Frame hidden(Map<String, String> fields) {
		return list("hidden", HiddenField.of(fields));
	}

	/** Adds the fields between its form and its script, as {@code fields}. */
	public Frame fields(Map<String, String> fields) {
		return list("fields", HiddenField.of(fields));
	}

	/**
	 * Adds the kinds of factors that would do as well, as {@code others}, for the
	 * fragment of that name.
	 */
	public Frame others(List<FactorKind> kinds) {
		return list("others", FactorTexts.of(kinds, texts));
	}

	String policy() {
		return ContentSecurityPolicy.of(theme.style().hash(), scripts, images, formTargets, frames, embeddable);
	}

	/**
	 * A link on a page.
	 *
	 * @param url the target
	 * @param text the visible text
	 */
	public record Link(String url, String text) {
	}

}
