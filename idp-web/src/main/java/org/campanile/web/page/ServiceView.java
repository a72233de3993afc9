package org.campanile.web.page;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.campanile.service.DisplayInfo;
import org.campanile.service.DisplayInfo.Logo;
import org.campanile.service.Service;

/**
 * A service as shown to users. All of it comes from metadata and is untrusted; the pages
 * escape names and omit URLs that are not http or https.
 *
 * @param description a description in a sentence or two; null if there is none
 * @param descriptionLanguage the language the description is in; null if it is that of
 * the page, or unknown
 * @param logoUrl an {@code https:} or {@code data:image/} address; null if it has none
 * @param startUrl where to start again, the service's information page; null if unknown
 * @param redirectedTo where the answer to a form redirects the browser, if it does; null
 * if the service is answered otherwise
 */
public record ServiceView(String name, @Nullable String description, @Nullable String descriptionLanguage,
		@Nullable String logoUrl, @Nullable String startUrl, @Nullable String redirectedTo) {

	/** Logos are shown about this high, in CSS pixels. */
	private static final int SHOWN_HEIGHT = 48;

	/** A service without a description. */
	public ServiceView(String name, @Nullable String logoUrl, @Nullable String startUrl) {
		this(name, null, null, logoUrl, startUrl, null);
	}

	/** The service in the given language. */
	public static ServiceView of(Service service, Locale locale) {
		DisplayInfo display = service.display();
		return new ServiceView(display.nameOrHost(locale, service.id()), display.description(locale).orElse(null),
				display.descriptionLanguage(locale)
					.filter(language -> !language.equalsIgnoreCase(locale.toLanguageTag()))
					.orElse(null),
				logo(display.logos()), display.informationUrl(locale).orElse(null), null);
	}

	/** Returns the same view with another start URL. */
	public ServiceView startingAt(@Nullable String url) {
		return new ServiceView(name, description, descriptionLanguage, logoUrl, url, redirectedTo);
	}

	/** Returns the same view, answered by a redirect to that URL. */
	public ServiceView redirectedTo(String url) {
		return new ServiceView(name, description, descriptionLanguage, logoUrl, startUrl, WebAddress.origin(url));
	}

	/**
	 * The logo that needs the least scaling; scaling up looks worse than scaling down.
	 */
	private static @Nullable String logo(List<Logo> logos) {
		return logos.stream()
			.filter(logo -> WebAddress.isImage(logo.url()))
			.min(Comparator.comparingInt(ServiceView::distance))
			.map(Logo::url)
			.orElse(null);
	}

	private static int distance(Logo logo) {
		int difference = logo.height() - SHOWN_HEIGHT;
		return difference < 0 ? -4 * difference : difference;
	}

}
