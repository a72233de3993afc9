package org.campanile.testkit.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;

import org.campanile.testkit.browser.Barriers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks a page as users see it: in light and dark mode, on a phone and on a desktop. axe
 * checks it against WCAG 2.2 AA, nothing may overflow horizontally, and a screenshot is
 * taken.
 */
public final class PageCheck {

	private final Path pictures;

	public PageCheck(Path pictures) {
		this.pictures = pictures;
	}

	/**
	 * Takes a screenshot on a phone without other checks, because axe cannot run without
	 * scripts.
	 */
	public void picture(Page page, String name) {
		page.setViewportSize(360, 800);
		page.screenshot(new ScreenshotOptions().setPath(pictures.resolve(name + ".png")).setFullPage(true));
	}

	public void check(Page page, String name) {
		for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
			for (int width : new int[] { 360, 1280 }) {
				String variant = name + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width;
				page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
				page.setViewportSize(width, 800);
				page.screenshot(new ScreenshotOptions().setPath(pictures.resolve(variant + ".png")).setFullPage(true));
				assertThat(page.evaluate("document.documentElement.scrollWidth")).as("width of %s", variant)
					.isEqualTo(width);
				Barriers.assertNone(page, variant);
			}
		}
	}

}
