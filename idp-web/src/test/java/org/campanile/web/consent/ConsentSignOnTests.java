package org.campanile.web.consent;

import org.jspecify.annotations.Nullable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.config.BeanPostProcessor;

import org.campanile.consent.Consent;
import org.campanile.consent.ConsentStore;
import org.campanile.consent.Consents;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.identifier.CountingConsentStore;
import org.campanile.testkit.identifier.CountingConsentStore.Operation;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests consent at SAML services, over HTTP. */
@Timeout(120)
class ConsentSignOnTests {

	private static final Path home = TestIdp.newHome();

	private static final ForeignService asking = ForeignService.at("asking.example.org", InstantSource.system())
		.registered(home);

	private static final ForeignService other = ForeignService.at("other.example.org", InstantSource.system())
		.registered(home);

	private static final ForeignService often = ForeignService.at("often.example.org", InstantSource.system())
		.registered(home);

	@AutoClose
	private static TestIdp idp;

	private static CountingBeans counts;

	private static CountingConsentStore store;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		StoreBeans stores = new StoreBeans();
		idp = TestIdp.start(home, context -> {
			CountingBeans.register(context, InstantSource.system());
			context.registerBean(StoreBeans.class, () -> stores);
		}, "campanile.consent.enabled=true", "campanile.consent.rules[0].services=" + asking.entityId(),
				"campanile.consent.rules[0].optional=mail,sn", "campanile.consent.rules[0].exempt=displayName",
				"campanile.consent.rules[1].services=" + often.entityId(),
				"campanile.consent.rules[1].choices=each-time", "campanile.consent.rules[1].optional=mail",
				"campanile.consent.rules[2].ask=false", "campanile.authentication.failure-step=0",
				"campanile.attributes.definitions.jpegPhoto.type=binary", "campanile.release.rules[0].services=*",
				"campanile.release.rules[0].bundle=eduperson-basics",
				"campanile.release.rules[1].services=" + asking.entityId(),
				"campanile.release.rules[1].attributes=jpegPhoto");
		counts = idp.bean(CountingBeans.class);
		store = stores.counting();
	}

	/** Replaces the server's store by one that counts operations. */
	static final class StoreBeans implements BeanPostProcessor {

		private volatile @Nullable CountingConsentStore counting;

		CountingConsentStore counting() {
			return Objects.requireNonNull(counting);
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			if (bean instanceof ConsentStore found) {
				CountingConsentStore counted = new CountingConsentStore(found);
				counting = counted;
				return counted;
			}
			return bean;
		}

	}

	@AfterEach
	void withdraw() throws Exception {
		store.setDown(false);
		for (String user : new String[] { "alice", "bob" }) {
			for (Consent consent : consents().findByPrincipal(user, "", 10).consents()) {
				consents().revoke(user, consent.service());
			}
		}
		store.forget();
		counts.forget();
	}

	@Test
	void whenAskedThenWhatIsShownIsReleasedAndItIsAskedOnce() {
		RedirectRequest request = request(asking);
		Page page = login(request, "alice");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.document().select("main h1").text()).contains("Service at asking.example.org");
		assertThat(page.document().select("main li").text()).contains("Mail address", "alice@example.edu");
		assertThat(page.document().select("[name=release.mail][checked]")).as("ticked by the user alone").isEmpty();
		assertThat(store.operations()).containsExactly(Operation.FIND);
		assertThat(counts.operations()).containsExactly(CountingSessionStore.Operation.CREATE);
		store.forget();
		DecodedAssertion assertion;
		try (LogLines audit = LogLines.audit()) {
			assertion = asking.read(idp, browser.submit(accepted(page).with("release.mail", "true")), request.id())
				.success();
			assertThat(audit.lines()).hasSize(2);
			assertThat(audit.lines().getFirst()).startsWith("event=CONSENT_GIVEN code=OK user=alice ")
				.contains(" service=" + asking.entityId() + " ", " ask=IF_CHANGED")
				.contains("mail");
			assertThat(audit.lines().getLast()).startsWith("event=SIGN_ON code=OK ");
		}
		assertThat(assertion.values("mail")).containsExactly("alice@example.edu");
		assertThat(store.operations()).containsExactly(Operation.FIND, Operation.SAVE);
		store.forget();
		RedirectRequest again = request(asking);
		asking.read(idp, browser.open(again.url()), again.id()).success();
		RedirectRequest elsewhere = request(asking);
		asking.read(idp, new Browser().login(elsewhere.url(), "alice", "alice-demo"), elsewhere.id()).success();
		assertThat(store.operations()).containsExactly(Operation.FIND, Operation.FIND);
	}

	@Test
	void whenAValueIsBinaryThenItsSizeIsShown() {
		Page page = login(request(asking), "philippa");
		assertThat(page.texts("main li")).contains("Photo Not shown, as it is not text (159 bytes)");
		assertThat(page.body()).doesNotContain("/9j/4AAQ");
	}

	@Test
	void whenNoRuleAsksThenNothingIsReadAndTheLoginCostsWhatItDid() {
		RedirectRequest request = request(other);
		other.read(idp, login(request, "alice"), request.id()).success();
		assertThat(store.operations()).isEmpty();
		assertThat(counts.operations()).containsExactly(CountingSessionStore.Operation.CREATE);
		assertThat(counts.marks()).as("of a signed request that arrives, and of its answer").isEqualTo(2);
	}

	@Test
	void whenAnAttributeIsDeniedThenItIsNotReleasedNowNorLater() throws Exception {
		RedirectRequest request = request(asking);
		Page page = login(request, "alice");
		DecodedAssertion assertion = asking
			.read(idp, browser.submit(accepted(page).with("release.sn", "true").with("again", "n")), request.id())
			.success();
		assertThat(assertion.values("mail")).isEmpty();
		assertThat(assertion.values("sn")).isNotEmpty();
		RedirectRequest later = request(asking);
		assertThat(asking.read(idp, new Browser().login(later.url(), "alice", "alice-demo"), later.id())
			.success()
			.values("mail")).isEmpty();
		assertThat(consents().find("alice", asking.entityId()).orElseThrow().given())
			.satisfies(given -> assertThat(given.denied()).containsExactly("mail"))
			.satisfies(given -> assertThat(given.choice()).isEqualTo(Consent.Choice.NEVER));
	}

	@Test
	void whenADeniedAttributeIsMissingAtTheNextDecisionThenItIsStillDeniedOnceItIsBack() {
		RedirectRequest first = request(asking);
		Page page = login(first, "alice");
		asking.read(idp, browser.submit(accepted(page).with("release.sn", "true").with("again", "e")), first.id())
			.success();
		String dn = "uid=alice,ou=people," + EmbeddedDirectory.DEMO_BASE_DN;
		idp.directory().replace(dn, "mail");
		try {
			Browser next = new Browser();
			RedirectRequest second = request(asking);
			Page without = next.login(second.url(), "alice", "alice-demo");
			assertThat(without.document().select("[name=offered.mail]")).isEmpty();
			asking.read(idp, next.submit(accepted(without).with("release.sn", "true").with("again", "n")), second.id())
				.success();
		}
		finally {
			idp.directory().replace(dn, "mail", "alice@example.edu");
		}
		RedirectRequest third = request(asking);
		DecodedAssertion assertion = asking
			.read(idp, new Browser().login(third.url(), "alice", "alice-demo"), third.id())
			.success();
		assertThat(assertion.values("sn")).isNotEmpty();
		assertThat(assertion.values("mail")).isEmpty();
	}

	@Test
	void whenAskedAgainThenABoxIsTickedOnlyIfTheSameValuesWereAgreedTo() throws Exception {
		RedirectRequest first = request(often);
		often.read(idp, browser.submit(accepted(login(first, "alice")).with("release.mail", "true")), first.id())
			.success();
		assertThat(browser.open(request(often).url()).document().select("[name=release.mail][checked]")).hasSize(1);
		Consent.Given given = consents().find("alice", often.entityId()).orElseThrow().given();
		Map<String, String> others = new HashMap<>(given.values());
		others.replace("mail", "of another address");
		consents().give("alice", often.entityId(),
				new Consent.Given(given.attributes(), others, given.choice(), given.denied()), Duration.ofDays(1),
				consents().find("alice", often.entityId()));
		Page changed = browser.open(request(often).url());
		assertThat(changed.document().select("main").text()).contains("something has changed", "Mail address",
				"New or changed");
		assertThat(changed.document().select("[name=release.mail][checked]")).isEmpty();
	}

	/** A template overridden by the institution may have no checkboxes. */
	@Test
	void whenTheFormHasNoBoxesThenNothingOptionalIsReleased() {
		RedirectRequest request = request(asking);
		Page page = login(request, "alice");
		DecodedAssertion assertion = asking
			.read(idp, browser.submit(accepted(page).without("offered.mail").without("offered.sn")), request.id())
			.success();
		assertThat(assertion.values("mail")).isEmpty();
		assertThat(assertion.values("sn")).isEmpty();
		assertThat(assertion.values("cn")).isNotEmpty();
	}

	/**
	 * Only attributes that the rule declares optional may be withheld, whatever the form
	 * contains.
	 */
	@Test
	void whenAnAttributeThatIsNotOptionalIsDeniedThenItIsReleased() {
		RedirectRequest request = request(asking);
		Page page = login(request, "alice");
		DecodedAssertion assertion = asking
			.read(idp, browser.submit(accepted(page).with("offered.cn", "true").with("offered.:name", "true")),
					request.id())
			.success();
		assertThat(assertion.values("cn")).isNotEmpty();
	}

	@Test
	void whenDeclinedThenTheServiceIsRefusedAndNothingIsStored() throws Exception {
		RedirectRequest request = request(asking);
		Page page = login(request, "alice");
		store.forget();
		try (LogLines audit = LogLines.audit()) {
			Page answer = browser.submit(form(page).with("decision", "decline"));
			assertThat(asking.read(idp, answer, request.id()).status().secondLevel())
				.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:RequestDenied");
			assertThat(audit.lines()).anySatisfy(line -> assertThat(line).startsWith("event=CONSENT_DECLINED ")
				.contains(" user=alice ", " service=" + asking.entityId()));
		}
		assertThat(store.operations()).isEmpty();
		assertThat(consents().find("alice", asking.entityId())).isEmpty();
		assertThat(browser.submit(accepted(page)).text("code")).startsWith("REQUEST_REPLAYED-");
	}

	@Test
	void whenSignedInAlreadyThenItIsAskedAtTheSignOn() {
		RedirectRequest first = request(other);
		other.read(idp, login(first, "alice"), first.id()).success();
		RedirectRequest request = request(asking);
		Page page = browser.open(request.url());
		assertThat(page.url().getPath()).isEqualTo("/idp/login");
		Page again = browser.open(page.url());
		counts.forget();
		asking.read(idp, browser.submit(accepted(again)), request.id()).success();
		assertThat(counts.operations()).contains(CountingSessionStore.Operation.ADD_SERVICE);
	}

	@Test
	void whenPassiveThenNothingIsShown() {
		RedirectRequest first = request(other);
		other.read(idp, login(first, "alice"), first.id()).success();
		RedirectRequest passive = asking.redirect(idp, AuthnRequestOptions.PLAIN.withPassive());
		assertThat(asking.read(idp, browser.open(passive.url()), passive.id()).status().secondLevel())
			.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoPassive");
	}

	@Test
	void whenForcedThenThePasswordIsAskedForOnce() {
		RedirectRequest first = request(other);
		other.read(idp, login(first, "alice"), first.id()).success();
		RedirectRequest forced = asking.redirect(idp, AuthnRequestOptions.PLAIN.withForceAuthn());
		Page page = browser.send(browser.open(forced.url()).loginForm().with("j_password", "alice-demo"));
		asking.read(idp, browser.submit(accepted(page)), forced.id()).success();
	}

	@Test
	void whenEachTimeThenEachTimeAndNothingIsSaidToHaveChanged() {
		for (int i = 0; i < 2; i++) {
			RedirectRequest request = request(often);
			Page page = i == 0 ? login(request, "alice") : browser.open(request.url());
			assertThat(page.text("main")).doesNotContain("something has changed");
			often.read(idp, browser.submit(accepted(page)), request.id()).success();
		}
	}

	@Test
	void whenTheFormIsUsedTwiceThenItIsStoredOnce() throws Exception {
		RedirectRequest request = request(asking);
		Form form = accepted(login(request, "alice"));
		asking.read(idp, browser.submit(form), request.id()).success();
		consents().revoke("alice", asking.entityId());
		assertThat(browser.submit(form).formWith("SAMLResponse")).isEmpty();
		assertThat(consents().find("alice", asking.entityId())).isEmpty();
	}

	@Test
	void whenAnotherBrowserOrUserSendsTheFormThenNothingIsStored() throws Exception {
		Page page = login(request(asking), "alice");
		Browser stranger = new Browser();
		stranger.login(request(other).url(), "bob", "bob-demo");
		assertThat(stranger.send(accepted(page)).status()).isEqualTo(403);
		assertThat(browser.send(accepted(page).without("_csrf")).status()).isEqualTo(403);
		assertThat(browser.send(accepted(page).with("flow", form(page).fields().get("flow") + "x")).status())
			.isEqualTo(400);
		// The form is sent from the same browser after another user has signed in.
		browser.open(idp.baseUrl() + "/profile/Logout");
		RedirectRequest bobs = request(other);
		other.read(idp, browser.login(bobs.url(), "bob", "bob-demo"), bobs.id()).success();
		Page asked = browser.send(accepted(page));
		assertThat(asked.document().select("main li").text()).contains("bob@example.edu")
			.doesNotContain("alice@example.edu");
		assertThat(consents().find("alice", asking.entityId())).isEmpty();
		assertThat(consents().find("bob", asking.entityId())).isEmpty();
	}

	@Test
	void whenTwoTabsAskThenBothAreAnswered() {
		RedirectRequest one = request(asking);
		Page first = login(one, "alice");
		RedirectRequest two = request(asking);
		Page second = browser.open(two.url());
		asking.read(idp, browser.submit(accepted(second)), two.id()).success();
		asking.read(idp, browser.submit(accepted(first)), one.id()).success();
	}

	@Test
	void whenTheStoreFailsThenNothingIsReleasedAndTheRequestStaysOpen() {
		RedirectRequest request = request(asking);
		Page page = login(request, "alice");
		store.setDown(true);
		Page waiting = browser.submit(accepted(page));
		assertThat(waiting.status()).isEqualTo(503);
		store.setDown(false);
		Page again = browser.open(waiting.url());
		asking.read(idp, browser.submit(accepted(again)), request.id()).success();
	}

	private static Consents consents() {
		return idp.bean(Consents.class);
	}

	private static RedirectRequest request(ForeignService service) {
		return service.redirect(idp, AuthnRequestOptions.PLAIN);
	}

	private Page login(RedirectRequest request, String user) {
		return browser.login(request.url(), user, user + "-demo");
	}

	private static Form form(Page page) {
		return page.formWith("flow").orElseThrow();
	}

	private static Form accepted(Page page) {
		return form(page).with("decision", "accept");
	}

}
