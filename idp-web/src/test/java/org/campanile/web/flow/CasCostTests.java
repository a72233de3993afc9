package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.InstantSource;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts the operations on stores for CAS. */
@Timeout(120)
class CasCostTests {

	@TempDir
	private static Path folder;

	private static TestIdp idp;

	private static CasApp app;

	private static CountingBeans counts;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLoopback(folder);
		Path home = TestIdp.newHome();
		app = CasApp.start("app", folder);
		app.registered(home, "proxy: { accept: true, callbacks: ['" + app.url() + "'] }");
		idp = TestIdp.start(home, context -> CountingBeans.register(context, InstantSource.system()),
				"campanile.authentication.failure-step=0",
				"campanile.outgoing.trusted-certificates=" + authority.certificate());
		counts = idp.bean(CountingBeans.class);
	}

	@AfterAll
	static void stop() {
		idp.close();
		app.close();
	}

	@Test
	void whenSignedInThenThreeOperationsAndFourWithASession() {
		counts.forget();
		app.validate(idp, "p3/serviceValidate", app.signIn(idp, browser, "alice"), "");
		assertThat(counts.operations()).containsExactly(CountingSessionStore.Operation.CREATE);
		assertThat(counts.oneTime()).containsExactly(CountingOneTimeStore.Operation.PUT,
				CountingOneTimeStore.Operation.TAKE);
		counts.forget();
		app.validate(idp, "p3/serviceValidate", app.signOn(idp, browser), "");
		assertThat(counts.operations()).containsExactly(CountingSessionStore.Operation.FIND,
				CountingSessionStore.Operation.ADD_SERVICE);
		assertThat(counts.oneTime()).containsExactly(CountingOneTimeStore.Operation.PUT,
				CountingOneTimeStore.Operation.TAKE);
		assertThat(counts.records()).isEmpty();
	}

	@Test
	void whenGatewayWithoutACookieThenNone() {
		counts.forget();
		browser.get(app.login(idp) + "&gateway=true");
		assertThat(counts.operations()).isEmpty();
		assertThat(counts.oneTime()).isEmpty();
	}

	@Test
	void whenAProxyAsksThenItsGrantTheSessionAndTheTicket() {
		String ticket = app.signIn(idp, browser, "alice");
		counts.forget();
		app.validate(idp, "serviceValidate", ticket, "&pgtUrl=" + CasApp.encoded(app.url()));
		assertThat(counts.records()).containsExactly(CountingRecordStore.Operation.CREATE);
		assertThat(counts.operations()).isEmpty();
		String granting = app.granted.values().iterator().next();
		counts.forget();
		String answer = new Browser()
			.get(idp.baseUrl() + "/cas/proxy?pgt=" + granting + "&targetService=" + CasApp.encoded(app.url()))
			.body();
		app.validate(idp, "proxyValidate", answer.replaceAll(".*<cas:proxyTicket>([^<]*)<.*", "$1"), "");
		assertThat(counts.records()).containsExactly(CountingRecordStore.Operation.FIND);
		assertThat(counts.operations()).containsExactly(CountingSessionStore.Operation.FIND);
		assertThat(counts.oneTime()).containsExactly(CountingOneTimeStore.Operation.PUT,
				CountingOneTimeStore.Operation.TAKE);
	}

}
