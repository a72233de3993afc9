package org.campanile.web.factor.recovery;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.Enrolments;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests logins with recovery codes, over HTTP. */
@Timeout(120)
class RecoverySignOnTests {

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", InstantSource.system())
		.registered(home);

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	private List<String> codes = List.of();

	@BeforeAll
	static void start() {
		idp = TestIdp.start(home, "campanile.factors.enabled=true");
	}

	@BeforeEach
	void enrol() throws Exception {
		idp.bean(Enrolments.class).remove("alice");
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, InstantSource.system().instant())), Optional.empty());
		RecoveryCodeMethod method = idp.bean(RecoveryCodeMethod.class);
		Map<String, String> challenge = method.enrolmentChallenge(alice);
		method.enrol(alice,
				new AuthenticationMethod.Submission("alice", Map.of(), challenge, new LoginOrigin("127.0.0.1")));
		this.codes = RecoveryCodeMethod.codes(challenge);
	}

	private static RedirectRequest request() {
		return service.redirect(idp, AuthnRequestOptions.PLAIN.withAuthnContext(new RequestedAuthnContext(
				RequestedAuthnContext.Comparison.EXACT, List.of("https://refeds.org/profile/mfa"))));
	}

	private Page code(RedirectRequest request, String code) {
		this.browser.clear();
		Page page = this.browser.login(request.url(), "alice", "alice-demo");
		return this.browser.send(page.formWith("code").orElseThrow().with("code", code));
	}

	@Test
	void whenAllCodesAreUsedThenToldOfTheLastThreeAndTheServiceIsReachedEachTime() {
		for (int i = 0; i < 10; i++) {
			RedirectRequest request = request();
			Page page = code(request, this.codes.get(i).toLowerCase(Locale.ROOT));
			int left = 9 - i;
			if (left <= 3) {
				assertThat(page.text("h1")).isEqualTo(switch (left) {
					case 0 -> "That was your last recovery code";
					case 1 -> "You have one recovery code left";
					default -> "You have " + left + " recovery codes left";
				});
				page = this.browser.send(page.forms().getFirst());
			}
			service.read(idp, page, request.id()).success();
		}
	}

	@Test
	void whenUsedThenRefusedTheNextTimeAndTheNumberLeftIsShown() {
		RedirectRequest first = request();
		service.read(idp, code(first, this.codes.getFirst()), first.id()).success();
		Page again = code(request(), this.codes.getFirst());
		assertThat(again.text(".error")).isEqualTo(
				"That code is not right, or it was used before. " + "Check it for typing errors, or use another one.");
		assertThat(again.text("#text")).endsWith("You have 9 codes left.");
	}

}
