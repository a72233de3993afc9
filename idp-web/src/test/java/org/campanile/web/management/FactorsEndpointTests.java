package org.campanile.web.management;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.web.management.AdministeredIdp.Answer;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the list of users' enrolments on the management port. */
@Timeout(120)
class FactorsEndpointTests {

	@AutoClose
	private static AdministeredIdp admin;

	@BeforeAll
	static void start() {
		admin = new AdministeredIdp("campanile.factors.enabled=true", "campanile.factors.bypass.enabled=true",
				"campanile.storage.memory.durable.accept-loss=true");
	}

	@BeforeEach
	void enrol() throws StoreUnavailableException {
		for (String person : List.of("alice", "bob")) {
			admin.idp.bean(Enrolments.class).remove(person);
			admin.idp.bean(Enrolments.class)
				.change(person, enrolment -> enrolment.with(new Credential(new FactorKind("totp"), "c1", "Phone",
						Instant.EPOCH, null, "planted-secret".getBytes(StandardCharsets.UTF_8))));
		}
	}

	@Test
	void whenAUserIsViewedThenAuditedAndNoSecretIsShown() {
		try (LogLines audit = LogLines.audit()) {
			Answer answer = admin.get("/factors", "principal", "alice", "by", "desk");
			assertThat(answer.text("credentials", 0, "name")).isEqualTo("Phone");
			assertThat(answer.body()).doesNotContain("planted", "cGxhbnRlZC");
			assertThat(audit.lines())
				.containsExactly("event=PERSON_VIEWED code=OK user=alice reason=ADMINISTRATOR by=desk");
		}
	}

	@Test
	void whenAllAreListedThenPageByPage() {
		Answer first = admin.get("/factors", "limit", "1");
		assertThat(first.size("users")).isEqualTo(1);
		Answer second = admin.get("/factors", "limit", "1", "after", first.text("next"));
		assertThat(List.of(first.text("users", 0, "principal"), second.text("users", 0, "principal")))
			.containsExactlyInAnyOrder("alice", "bob");
		assertThat(admin.get("/factors", "after", "x").status()).isEqualTo(400);
		assertThat(admin.get("/factors", "limit", "0").status()).isEqualTo(400);
	}

	@Test
	void whenResetThenAuditedAndOthersKeepTheirs() throws StoreUnavailableException {
		try (LogLines audit = LogLines.audit()) {
			assertThat(admin.delete("/factors", "principal", "alice", "by", "eve\nevent=LOGIN").number("removed"))
				.isEqualTo(1);
			assertThat(audit.lines())
				.containsExactly("event=FACTORS_RESET code=OK user=alice by=\"eve\\nevent=LOGIN\"");
		}
		assertThat(admin.idp.bean(Enrolments.class).find("bob").isEmpty()).isFalse();
		assertThat(admin.delete("/factors").status()).isEqualTo(400);
	}

	@Test
	void whenLoginsUnderWayCannotBeEndedThenAResetRemovesTheFactorsAndSaysSo() throws StoreUnavailableException {
		admin.oneTimesDown = true;
		try {
			Answer answer = admin.delete("/factors", "principal", "alice");
			assertThat(answer.status()).isEqualTo(503);
			assertThat(answer.text("error")).startsWith("the factors are reset, but ").endsWith("switched off");
		}
		finally {
			admin.oneTimesDown = false;
		}
		assertThat(admin.idp.bean(Enrolments.class).find("alice").isEmpty()).isTrue();
	}

	/**
	 * Whoever knows the old password may have proven it already, and would enrol a factor
	 * next.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "/sessions", "/factors" })
	void whenSessionsAreEndedOrFactorsResetThenALoginUnderWayBeginsAgain(String endpoint) {
		Browser browser = new Browser();
		AuthnRequestOptions twoFactors = AuthnRequestOptions.PLAIN.withAuthnContext(new RequestedAuthnContext(
				RequestedAuthnContext.Comparison.EXACT, List.of("https://refeds.org/profile/mfa")));
		Page choice = browser.login(admin.wiki.redirect(admin.idp, twoFactors).url(), "carol", "carol-demo");
		Form enrol = choice.forms().getFirst().with("other", "totp");
		assertThat(admin.delete(endpoint, "principal", "carol").status()).isEqualTo(200);
		Page again = browser.send(enrol);
		assertThat(again.formWith("j_username")).isPresent();
		assertThat(browser.cookie("campanile-session")).isEmpty();
		Page anew = browser.login(again, "carol", "carol-demo");
		assertThat(browser.send(anew.forms().getFirst().with("other", "totp")).text("h1"))
			.isEqualTo("Add an authenticator app");
	}

	@Test
	void whenABypassIsGrantedThenAuditedWithReasonAndEnd() {
		try (LogLines audit = LogLines.audit()) {
			Answer answer = AdministeredIdp.send(admin.request("/factors")
				.header("Content-Type", "application/json")
				.POST(BodyPublishers
					.ofString("{\"principal\":\"alice\",\"until\":\"1h\",\"reason\":\"lost\",\"by\":\"desk\"}"))
				.build());
			assertThat(answer.text("bypass", "reason")).isEqualTo("lost");
			assertThat(audit.lines()).singleElement()
				.asString()
				.matches("event=BYPASS_GRANTED code=OK user=alice by=desk until=20.*Z bypassReason=lost");
		}
		assertThat(AdministeredIdp
			.send(admin.request("/factors")
				.header("Content-Type", "application/json")
				.POST(BodyPublishers.ofString("{\"principal\":\"alice\",\"until\":\"1h\"}"))
				.build())
			.status()).as("without a reason").isEqualTo(400);
	}

}
