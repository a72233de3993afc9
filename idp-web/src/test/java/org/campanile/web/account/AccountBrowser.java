package org.campanile.web.account;

import java.util.Map;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;

/** A browser at the account pages of a server. */
record AccountBrowser(TestIdp idp, Browser browser) {

	Page signIn(String person) {
		Page page = browser.open(idp.baseUrl() + "/account");
		return follow(browser.login(page, person, person + "-demo"));
	}

	/**
	 * Follows redirects, and the {@code Refresh} header that replaces a redirect after a
	 * login, as a browser does.
	 */
	Page follow(Page page) {
		Page here = browser.follow(page);
		return here.document().selectFirst("meta[http-equiv=refresh]") == null
				&& here.headers().firstValue("Refresh").isEmpty() ? here
						: browser.open(here.headers().firstValue("Refresh").orElseThrow().replaceFirst(".*url=", ""));
	}

	Page submit(Page question) {
		return follow(browser.send(question.formWith("do").orElseThrow()));
	}

	/** Posts a change without opening its form first. */
	Page submit(String what, String id) {
		return follow(browser.send(Form.post(idp.baseUrl() + "/account/change",
				Map.of("_csrf", browser.cookieWithPrefix("campanile-browser-").orElseThrow().value(), "do", what, "id",
						id, "name", "Mine"))));
	}

	Page open(String what, String id) {
		return browser.open(idp.baseUrl() + "/account/change?do=" + what + "&id=" + id);
	}

}
