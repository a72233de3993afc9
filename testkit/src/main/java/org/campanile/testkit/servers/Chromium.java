package org.campanile.testkit.servers;

import java.util.List;
import java.util.Map;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;

/**
 * Debian's Chromium without a window. Not thread-safe; used by the thread that started
 * it.
 */
public final class Chromium implements AutoCloseable {

	/**
	 * The options of a browser that runs as the user of the build, and connects only to
	 * the pages it opens.
	 */
	private static final List<String> OPTIONS = List.of("--no-sandbox", "--disable-gpu", "--disable-quic",
			"--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync");

	private static final double PATIENCE_MILLIS = 20_000;

	private final Playwright playwright;

	private final Browser browser;

	private Chromium(Playwright playwright, Browser browser) {
		this.playwright = playwright;
		this.browser = browser;
	}

	public static Chromium start() {
		LaunchOptions options = new LaunchOptions().setExecutablePath(Installed.CHROMIUM.path()).setArgs(OPTIONS);
		Playwright playwright = Playwright
			.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		try {
			return new Chromium(playwright, playwright.chromium().launch(options));
		}
		catch (RuntimeException ex) {
			playwright.close();
			throw ex;
		}
	}

	/** A user's browser, without cookies; closed by the caller. */
	public BrowserContext person() {
		return person(true);
	}

	/** Opens a context like {@link #person()}, with scripts or without. */
	public BrowserContext person(boolean scripts) {
		BrowserContext context = browser
			.newContext(new Browser.NewContextOptions().setLocale("en-GB").setJavaScriptEnabled(scripts));
		context.setDefaultTimeout(PATIENCE_MILLIS);
		return context;
	}

	/** Opens a context like {@link #person()} that accepts any certificate. */
	public BrowserContext trustingPerson() {
		BrowserContext context = browser
			.newContext(new Browser.NewContextOptions().setLocale("en-GB").setIgnoreHTTPSErrors(true));
		context.setDefaultTimeout(PATIENCE_MILLIS);
		return context;
	}

	@Override
	public void close() {
		browser.close();
		playwright.close();
	}

}
