package org.campanile.demo.service;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests logouts from the demo's services. */
class DemoLogoutTests {

	@AutoClose
	private static DemoIdp idp;

	private Browser browser;

	@BeforeAll
	static void start() throws Exception {
		idp = DemoIdp.start();
	}

	@BeforeEach
	void signIn() {
		browser = new Browser();
		Page login = browser.open(idp.baseUrl() + "/demo/sign-in?how=redirect");
		browser.carry(browser.login(login, "alice", "alice-demo"));
		browser.carry(browser.open(idp.baseUrl() + "/demo/second/sign-in?how=redirect"));
		assertThat(who("/demo")).isEqualTo("Alice Archer");
		assertThat(who("/demo/second")).isEqualTo("Alice Archer");
	}

	@Test
	void whenLoggedOutEverywhereFromTheFirstThenTheSecondIsAskedBySoapAndAllIsWell() {
		Page told = browser.submit(signOut("/demo"));
		assertThat(told.url().getPath()).isEqualTo("/idp/demo/slo");
		assertThat(told.text("h1")).as(told.toString()).isEqualTo("You are signed out");
		assertThat(told.text(".status")).contains("everywhere else");
		assertThat(who("/demo")).isEmpty();
		assertThat(who("/demo/second")).isEmpty();
		assertThat(browser.open(idp.baseUrl() + "/demo/sign-in?how=redirect").formWith("j_username")).isPresent();
	}

	@Test
	void whenLoggedOutEverywhereFromTheSecondThenTheFirstIsAskedInItsFrame() {
		Page progress = browser.submit(signOut("/demo/second"));
		assertThat(progress.text("h1")).isEqualTo("Signing you out");
		Page step = browser.get(progress.document().select("iframe").attr("abs:src"));
		Page answered = browser.open(step.document().select("a[href]").attr("abs:href"));
		assertThat(answered.document().body().attr("data-state")).isEqualTo("ended");
		assertThat(who("/demo")).isEmpty();
		Page told = browser.open(progress.document().select("#continue").attr("abs:href"));
		assertThat(told.url().getPath()).isEqualTo("/idp/demo/second/slo");
		assertThat(told.text(".status")).contains("everywhere else");
	}

	@Test
	void whenTheMessageIsNotOfTheSignOnServiceThenRefusedAndNobodyIsSignedOut() {
		assertThat(browser.get(idp.baseUrl() + "/demo/slo?SAMLRequest=x").status()).isEqualTo(400);
		assertThat(browser.get(idp.baseUrl() + "/demo/slo").status()).isEqualTo(400);
		assertThat(who("/demo")).isEqualTo("Alice Archer");
	}

	/** The demo's pages must leave the server's own ones as they are. */
	@Test
	void whenTheAddressOfTheServerIsOpenedThenItsFrontPageIsShown() {
		Page front = browser.open(idp.baseUrl() + "/");
		assertThat(front.status()).isEqualTo(200);
		assertThat(front.text("h1")).isEqualTo("Sign-in service");
	}

	private Form signOut(String path) {
		return browser.open(idp.baseUrl() + path)
			.forms()
			.stream()
			.filter(form -> form.action().getPath().endsWith("/sign-out"))
			.findFirst()
			.orElseThrow();
	}

	private String who(String path) {
		return browser.open(idp.baseUrl() + path).text(".who");
	}

}
