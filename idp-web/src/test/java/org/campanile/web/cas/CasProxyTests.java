package org.campanile.web.cas;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.web.cas.registry.CasServiceRegistry;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a service that obtains proxy tickets for another service (CAS Protocol 3.0.3,
 * sections 2.5.4 to 2.7).
 */
@Timeout(120)
class CasProxyTests {

	private static final String CAROL = "uid=carol,ou=people," + EmbeddedDirectory.DEMO_BASE_DN;

	@TempDir
	private static Path folder;

	private static Path home;

	private static TestIdp idp;

	private static CasApp portal;

	private static CasApp mail;

	/** A service with its own access rules. */
	private static CasApp grades;

	/** A service registered by a pattern that leaves the host open. */
	private static CasApp any;

	@BeforeAll
	static void start() {
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLoopback(folder);
		home = TestIdp.newHome();
		portal = CasApp.start("portal", folder);
		portal.registered(home, "release: [mail]", "proxy: { callbacks: ['" + portal.url() + "/pgt'] }");
		mail = CasApp.start("mail", folder);
		registerMail(mail.url() + "/pgt");
		grades = CasApp.start("grades", folder);
		grades.registered(home, "proxy: { accept: true }", "access: [{ attributes: { uid: [alice] } }]");
		any = CasApp.start("any", folder);
		any.registered(home, "proxy: { callback-pattern: 'https://.*' }");
		idp = TestIdp.start(home, "campanile.outgoing.trusted-certificates=" + authority.certificate(),
				"campanile.cas.proxy-callback-timeout=10s", "campanile.access.rules[0].name=not-bob",
				"campanile.access.rules[0].effect=deny", "campanile.access.rules[0].services=mail",
				"campanile.access.rules[0].attributes.uid=bob", "campanile.access.rules[1].name=not-left",
				"campanile.access.rules[1].effect=deny", "campanile.access.rules[1].services=mail",
				"campanile.access.rules[1].attributes.mail=left@example.edu",
				"campanile.ldap.user-filter=(&(uid={user})(!(description=left)))",
				"campanile.session.attributes-max-age=0s");
	}

	private static void registerMail(String callback) {
		mail.registered(home, "release: [mail]", "proxy: { accept: true, callbacks: ['" + callback + "'] }");
	}

	@AfterAll
	static void stop() {
		idp.close();
		portal.close();
		mail.close();
		grades.close();
		any.close();
	}

	@BeforeEach
	void forget() {
		portal.granted.clear();
		portal.callbackStatus = () -> 200;
	}

	@Test
	void whenAServiceIsAProxyThenAnotherLearnsWhoByWayOfIt() {
		Browser browser = new Browser();
		String granting = granting(portal, portal.signIn(idp, browser, "alice"));
		try (LogLines audit = LogLines.audit()) {
			String ticket = proxyTicket(granting, mail.url());
			assertThat(ticket).startsWith("PT-");
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=SIGN_ON code=OK user=alice service=mail address=127.0.0.1 url=" + mail.url()
						+ " name=alice ticket=\"" + ticket.substring(0, 11) + "…\" proxies=" + portal.url() + "/pgt ")
				.containsPattern(" attributes=([A-Za-z]+,)*mail[, ]")
				.containsPattern(" authnContext=\\S+PasswordProtectedTransport session=[0-9a-f]{16}( |$)")
				.doesNotContain(ticket, "alice@example.edu");
			String answer = mail.validate(idp, "p3/proxyValidate", ticket,
					"&pgtUrl=" + CasApp.encoded(mail.url() + "/pgt"));
			assertThat(answer).contains("<cas:user>alice</cas:user>")
				.contains("<cas:mail>alice@example.edu</cas:mail>")
				.contains("<cas:isFromNewLogin>false</cas:isFromNewLogin>")
				.contains("<cas:proxies><cas:proxy>" + portal.url() + "/pgt</cas:proxy></cas:proxies>");
			String second = granted(mail, answer.replaceAll(".*<cas:proxyGrantingTicket>([^<]*)<.*", "$1"));
			assertThat(mail.validate(idp, "proxyValidate", proxyTicket(second, mail.url()), ""))
				.contains("<cas:proxies><cas:proxy>" + mail.url() + "/pgt</cas:proxy><cas:proxy>" + portal.url()
						+ "/pgt</cas:proxy></cas:proxies>");
			assertThat(audit.lines()).as("a validation adds no line").hasSize(2);
			assertThat(audit.lines().getLast()).startsWith("event=SIGN_ON code=OK user=alice service=mail ")
				.contains(" proxies=\"" + mail.url() + "/pgt " + portal.url() + "/pgt\" ");
		}
	}

	/** As at single sign-on, the directory's present values count. */
	@Test
	void whenTheUserHasChangedInTheDirectoryThenTheTargetLearnsOrTheRulesRefuse() {
		String granting = granting(portal, portal.signIn(idp, new Browser(), "carol"));
		try {
			idp.directory().replace(CAROL, "mail", "new@example.edu");
			assertThat(mail.validate(idp, "p3/proxyValidate", proxyTicket(granting, mail.url()), ""))
				.contains("<cas:mail>new@example.edu</cas:mail>");
			idp.directory().replace(CAROL, "mail", "left@example.edu");
			assertThat(proxy(granting, mail.url())).contains("proxyFailure code=\"UNAUTHORIZED_SERVICE_PROXY\"")
				.contains("not-left");
		}
		finally {
			idp.directory().replace(CAROL, "mail", "carol@example.edu");
		}
		assertThat(proxyTicket(granting, mail.url())).startsWith("PT-");
	}

	@Test
	void whenTheDirectoryNoLongerKnowsTheUserThenTheGrantIsWorthless() {
		String granting = granting(portal, portal.signIn(idp, new Browser(), "carol"));
		assertThat(proxyTicket(granting, mail.url())).startsWith("PT-");
		idp.directory().replace(CAROL, "description", "left");
		try {
			assertThat(proxy(granting, mail.url())).contains("proxyFailure code=\"INVALID_TICKET\"");
		}
		finally {
			idp.directory().replace(CAROL, "description");
		}
	}

	@Test
	void whenAProxyTicketIsTakenForAServiceTicketThenRefusedAndUsedUp() {
		String ticket = proxyTicket(granting(portal, portal.signIn(idp, new Browser(), "alice")), mail.url());
		assertThat(mail.validate(idp, "serviceValidate", ticket, "")).contains("INVALID_TICKET_SPEC");
		assertThat(mail.validate(idp, "proxyValidate", ticket, "")).contains("INVALID_TICKET\"");
	}

	@Test
	void whenTheTargetAcceptsNoProxiesThenNoTicket() {
		String granting = granting(portal, portal.signIn(idp, new Browser(), "alice"));
		for (String target : new String[] { portal.url(), "https://evil.example/", "nonsense" }) {
			assertThat(proxy(granting, target)).contains("proxyFailure code=\"UNAUTHORIZED_SERVICE_PROXY\"");
		}
		assertThat(proxy("", mail.url())).contains("INVALID_REQUEST");
		assertThat(proxy("PGT-" + "a".repeat(57), mail.url())).contains("INVALID_TICKET");
	}

	@Test
	void whenTheUserMayNotUseTheTargetThenNoTicket() {
		assertThat(proxy(granting(portal, portal.signIn(idp, new Browser(), "bob")), mail.url()))
			.contains("proxyFailure code=\"UNAUTHORIZED_SERVICE_PROXY\"")
			.contains("not-bob");
		assertThat(proxy(granting(portal, portal.signIn(idp, new Browser(), "bob")), grades.url()))
			.contains("proxyFailure code=\"UNAUTHORIZED_SERVICE_PROXY\"")
			.contains("grades no rule");
		assertThat(proxyTicket(granting(portal, portal.signIn(idp, new Browser(), "alice")), grades.url()))
			.startsWith("PT-");
	}

	@Test
	void whenTheSessionHasEndedThenTheGrantIsWorthless() {
		Browser browser = new Browser();
		String granting = granting(portal, portal.signIn(idp, browser, "alice"));
		browser.get(idp.baseUrl() + "/cas/logout");
		assertThat(proxy(granting, mail.url())).contains("proxyFailure code=\"INVALID_TICKET\"");
	}

	@Test
	void whenALoginReplacesTheSessionThenTheGrantLastsUntilTheLogout() {
		Browser browser = new Browser();
		String granting = granting(portal, portal.signIn(idp, browser, "alice"));
		Form forced = browser.open(mail.login(idp) + "&renew=true").loginForm();
		assertThat(browser.send(forced.with("j_password", "alice-demo")).location().toString())
			.startsWith(mail.url() + "?ticket=ST-");
		assertThat(proxyTicket(granting, mail.url())).startsWith("PT-");
		browser.get(idp.baseUrl() + "/cas/logout");
		assertThat(proxy(granting, mail.url())).contains("proxyFailure code=\"INVALID_TICKET\"");
	}

	@Test
	void whenTheCallbackIsNoLongerRegisteredThenTheGrantIsWorthless() {
		String granting = granting(mail, mail.signIn(idp, new Browser(), "alice"));
		assertThat(proxyTicket(granting, mail.url())).startsWith("PT-");
		registerMail(mail.url() + "/elsewhere");
		idp.bean(CasServiceRegistry.class).poll();
		try {
			assertThat(proxy(granting, mail.url())).contains("proxyFailure code=\"INVALID_TICKET\"");
		}
		finally {
			registerMail(mail.url() + "/pgt");
			idp.bean(CasServiceRegistry.class).poll();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://127.0.0.1:1/portal/pgt", "https://evil.example/portal/pgt",
			"https://127.0.0.1/portal/pgt", "https://u@127.0.0.1/portal/pgt", "https://127.0.0.1:1\\@evil/",
			"javascript:1", "file:///etc/passwd" })
	void whenTheCallbackIsNotRegisteredThenRefusedAndNothingIsSent(String callback) {
		String answer = portal.validate(idp, "serviceValidate", portal.signIn(idp, new Browser(), "alice"),
				"&pgtUrl=" + CasApp.encoded(callback));
		assertThat(answer).contains("code=\"INVALID_PROXY_CALLBACK\"");
		assertThat(portal.granted).isEmpty();
	}

	/** The pattern leaves the host open, so no address inside the network is called. */
	@Test
	void whenTheConfigurationNamesNoHostThenNothingInsideIsCalled() {
		String answer = any.validate(idp, "serviceValidate", any.signIn(idp, new Browser(), "alice"),
				"&pgtUrl=" + CasApp.encoded(any.url() + "/pgt"));
		assertThat(answer).contains("authenticationSuccess").doesNotContain("proxyGrantingTicket");
		assertThat(any.granted).isEmpty();
	}

	@Test
	void whenTheCallbackRedirectsOrIsSlowThenTheTicketIsValidWithoutAGrant() {
		Browser browser = new Browser();
		portal.callbackStatus = () -> 302;
		assertThat(validated(portal.signIn(idp, browser, "alice"))).contains("authenticationSuccess")
			.doesNotContain("proxyGrantingTicket");
		CompletableFuture<Integer> never = new CompletableFuture<>();
		portal.callbackStatus = never::join;
		try {
			assertThat(validated(portal.signOn(idp, browser))).contains("authenticationSuccess")
				.doesNotContain("proxyGrantingTicket");
		}
		finally {
			never.cancel(true);
		}
	}

	private static String validated(String ticket) {
		return portal.validate(idp, "serviceValidate", ticket, "&pgtUrl=" + CasApp.encoded(portal.url() + "/pgt"));
	}

	private static String granting(CasApp app, String ticket) {
		String answer = app.validate(idp, "serviceValidate", ticket, "&pgtUrl=" + CasApp.encoded(app.url() + "/pgt"));
		assertThat(answer).contains("<cas:proxyGrantingTicket>PGTIOU-");
		return granted(app, answer.replaceAll(".*<cas:proxyGrantingTicket>([^<]*)<.*", "$1"));
	}

	private static String granted(CasApp app, String iou) {
		return Objects.requireNonNull(app.granted.get(iou));
	}

	private static String proxyTicket(String granting, String target) {
		return proxy(granting, target).replaceAll(".*<cas:proxyTicket>(.*)</cas:proxyTicket>.*", "$1");
	}

	private static String proxy(String granting, String target) {
		return new Browser()
			.get(idp.baseUrl() + "/cas/proxy?pgt=" + granting + "&targetService=" + CasApp.encoded(target))
			.body();
	}

}
