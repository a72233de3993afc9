package org.campanile.web.page;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.web.page.Frame.Link;

/**
 * Begins the model of every page with what all pages share: the theme, the logo, the
 * languages, and the links at the foot. Thread-safe.
 */
final class PageFrames {

	private static final String LOGO = "/logo?v=";

	private final Supplier<Branding> branding;

	private final HomeFolder home;

	private final Themes themes;

	private final String logoPath;

	private final String logoUrl;

	private final boolean secure;

	/**
	 * @param branding the current branding; the same object until it changes
	 * @param home the folder of the overrides; its subfolders need not exist
	 * @param identityProvider provides the address of the logo, and whether cookies are
	 * secure
	 */
	PageFrames(Supplier<Branding> branding, HomeFolder home, IdentityProvider identityProvider, InstantSource time) {
		this.branding = branding;
		this.home = home;
		this.themes = new Themes(branding, home, time);
		this.logoPath = identityProvider.contextPath() + LOGO;
		this.logoUrl = identityProvider.url(LOGO);
		this.secure = identityProvider.secure();
	}

	Theme theme() {
		return themes.current();
	}

	Languages languages() {
		return new Languages(branding.get(), secure);
	}

	/**
	 * The frame of a page.
	 * @param self where a GET shows the page again, for the language links; null for none
	 */
	Frame frame(Theme theme, Locale locale, @Nullable String self) {
		return frame(theme, locale, self, null, logoPath);
	}

	/** The frame of a page that another host sends, which does not show it again. */
	Frame otherHostFrame(Theme theme, Locale locale) {
		return frame(theme, locale, null, null, logoUrl);
	}

	/**
	 * The frame of the login page; it has the link for a forgotten password at its foot
	 * if the template does not show that itself.
	 */
	Frame loginFrame(Theme theme, Locale locale, @Nullable String self) {
		return frame(theme, locale, self,
				theme.loginLinksForgottenPassword() ? null : theme.branding().forgottenPasswordUrl(), logoPath);
	}

	private Frame frame(Theme theme, Locale locale, @Nullable String self, @Nullable String forgottenPasswordUrl,
			String logoAddress) {
		Branding branding = theme.branding();
		Frame frame = new Frame(theme, locale);
		LogoFile file = theme.logo();
		String logo = branding.logo();
		if (logo != null && !branding.logoIsFile()) {
			frame.image("logo", logo, WebAddress.source(logo)).put("icon", logo);
		}
		else if (file != null) {
			String url = logoAddress + file.version();
			frame.image("logo", url, url.startsWith("/") ? "'self'" : WebAddress.source(url)).put("icon", url);
		}
		else {
			frame.image("icon", theme.style().icon(), "data:");
		}
		List<Link> links = new ArrayList<>(4);
		link(links, forgottenPasswordUrl, frame.texts(), "login.forgotten-password");
		link(links, branding.helpUrl(), frame.texts(), "footer.help");
		link(links, branding.privacyUrl(), frame.texts(), "footer.privacy");
		link(links, branding.imprintUrl(), frame.texts(), "footer.imprint");
		return frame.list("links", links).list("languages", languages().links(locale, self));
	}

	private static void link(List<Link> links, @Nullable String url, LanguageTexts texts, String key) {
		if (url != null) {
			links.add(new Link(url, texts.text(key)));
		}
	}

	/**
	 * Renders every page with the overrides of the home folder, and returns the faults:
	 * one line each with file, line and reason.
	 */
	List<String> faults() {
		List<String> faults = new ArrayList<>();
		Theme theme = new ThemeLoader(branding.get(), home).load(faults::add);
		for (Map.Entry<String, Map<String, @Nullable Object>> sample : SampleModels.models().entrySet()) {
			Frame frame = frame(theme, branding.get().defaultLanguage(), null);
			sample.getValue().forEach(frame::put);
			frame.render(sample.getKey(), faults::add);
		}
		return List.copyOf(faults);
	}

}
