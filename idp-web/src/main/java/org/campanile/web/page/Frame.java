package org.campanile.web.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * One page on its way to the browser: the model that its template sees, and the pictures
 * that its policy must allow. Used by one thread, once.
 */
final class Frame {

	private final Theme theme;

	private final LanguageTexts texts;

	private final String organisation;

	private final Map<String, @Nullable Object> model = new HashMap<>();

	private final List<String> images = new ArrayList<>(2);

	private final List<String> frames = new ArrayList<>(2);

	private final List<String> scripts = new ArrayList<>(2);

	private boolean embeddable;

	Frame(Theme theme, LanguageTexts texts, String organisation) {
		this.theme = theme;
		this.texts = texts;
		this.organisation = organisation;
		put(PageTemplates.TEXTS, texts);
		put("lang", texts.locale().toLanguageTag());
		put("dir", Languages.direction(texts.locale()));
		put("style", theme.style().css());
		put("organisation", organisation);
	}

	LanguageTexts texts() {
		return texts;
	}

	String language() {
		return texts.locale().toLanguageTag();
	}

	Frame put(String name, @Nullable Object value) {
		model.put(name, value);
		return this;
	}

	/**
	 * A list; null for an empty one, so that a template asks for it by its name alone.
	 */
	Frame list(String name, List<?> values) {
		return put(name, values.isEmpty() ? null : values);
	}

	/** What the browser's window is called. */
	Frame title(String page) {
		return put("title", texts.text("page.title", "page", page).replace("{organisation}", organisation));
	}

	/** A picture, and the source that allows it. */
	Frame image(String name, @Nullable String url, String source) {
		if (url != null && !images.contains(source)) {
			images.add(source);
		}
		return put(name, url);
	}

	/** A service's logo, if it is one that can be shown. */
	Frame serviceLogo(@Nullable ServiceView service) {
		String url = service == null ? null : service.logoUrl();
		return url != null && WebAddress.isImage(url) ? image("serviceLogo", url, WebAddress.source(url))
				: put("serviceLogo", null);
	}

	/** What its frames may show. */
	Frame mayShow(String source) {
		if (!frames.contains(source)) {
			frames.add(source);
		}
		return this;
	}

	/** Lets pages of ours show it in a frame. */
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

	/** A script that the page may run. */
	Frame mayRun(String scriptHash) {
		scripts.add(scriptHash);
		return this;
	}

	String policy(String formAction) {
		return ContentSecurityPolicy.of(theme.style().hash(), scripts, images, formAction, frames, embeddable);
	}

	/**
	 * A link on a page.
	 *
	 * @param url where to
	 * @param text what it says
	 */
	public record Link(String url, String text) {
	}

}
