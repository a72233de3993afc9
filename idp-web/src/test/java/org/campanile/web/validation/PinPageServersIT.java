package org.campanile.web.validation;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.testkit.browser.Barriers;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the page for a PIN, in Chromium. */
@Timeout(300)
class PinPageServersIT {

	@ParameterizedTest
	@CsvSource({ "LIGHT,360", "DARK,1280" })
	void whenAPinIsChosenThenNoBarrier(ColorScheme scheme, int width) {
		String path = Objects.requireNonNullElse(System.getenv("CHROMIUM"), Installed.CHROMIUM.path().toString());
		try (Playwright playwright = Playwright
			.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
				Browser chromium = playwright.chromium()
					.launch(new BrowserType.LaunchOptions().setExecutablePath(Path.of(path))
						.setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking",
								"--disable-component-update", "--disable-sync", "--no-first-run")));
				TestIdp idp = TestIdp.start(TestIdp.newHome(), "campanile.factors.enabled=true",
						"campanile.storage.memory.durable.accept-loss=true", "campanile.validation.enabled=true",
						"campanile.validation.realms.door.check=pin");
				Page page = chromium
					.newContext(new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(width, 740))
					.newPage()) {
			page.navigate(idp.baseUrl() + "/account");
			page.fill("#username", "alice");
			page.fill("#password", "alice-demo");
			page.click("form button[type=submit]:not([id])");
			page.click("text=Choose a PIN");
			Barriers.assertNone(page, "enrol-pin");
			page.fill("#pin", "blau");
			page.fill("#pin_again", "blau");
			page.click("form button[type=submit]");
			assertThat(page.locator("#error").textContent()).contains("That PIN is too short.");
			assertThat(page.inputValue("#pin")).isEmpty();
			Barriers.assertNone(page, "enrol-pin after an error");
			page.fill("#pin", "blau-7031");
			page.fill("#pin_again", "blau-7031");
			page.click("form button[type=submit]");
			assertThat(page.locator("[role=status]").textContent()).contains("Your PIN has been saved.");
			Barriers.assertNone(page, "account with a PIN");
		}
	}

}
