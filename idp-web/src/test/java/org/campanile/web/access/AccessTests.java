package org.campanile.web.access;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.directory.DirectoryEntry;
import org.campanile.fake.factor.FakeFactor;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.web.cas.registry.CasServiceRegistry;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests over HTTP that access rules decide on sign-ons of every protocol. */
@Timeout(120)
class AccessTests {

	private static final String APP = "https://app.example.edu/";

	private static final String GRADES = "https://grades.example.edu/";

	private static final String PAYROLL = "https://payroll.example.edu/";

	@AutoClose
	private static TestIdp idp;

	private static ForeignService saml;

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		Files.createDirectories(home.resolve("services"));
		Files.writeString(home.resolve("services/app.yaml"), "prefix: " + APP + "\nname: App\n");
		Files.writeString(home.resolve("services/grades.yaml"), "prefix: " + GRADES + "\nname: Grades\n");
		Files.writeString(home.resolve("services/here.yaml"), "prefix: https://here.example.edu/\n");
		Files.writeString(home.resolve("services/payroll.yaml"),
				"prefix: " + PAYROLL + "\nname: Payroll\naccess:\n"
						+ "  - attributes: { uid: [bob] }\n    missing: Only members of staff can open this.\n"
						+ "    contact: access@example.edu\n");
		Files.writeString(home.resolve("services/blocking.yaml"), "prefix: https://blocking.example.edu/\n"
				+ "access: [{effect: deny, attributes: {sn: [blocked]}}, {effect: permit}]\n");
		saml = ForeignService.at("saml.example.org", InstantSource.system()).registered(home);
		idp = TestIdp.start(home, context -> new FakeFactor().register(context),
				"campanile.attributes.definitions.entryDN.type=simple", "campanile.access.rules[0].name=staff only",
				"campanile.access.rules[0].effect=deny", "campanile.access.rules[0].services[0]=app",
				"campanile.access.rules[0].services[1]=" + saml.entityId(),
				"campanile.access.rules[0].attributes.uid[0]=alice",
				"campanile.access.rules[0].missing=Only members of staff can open this.",
				"campanile.access.rules[0].contact=access@example.edu",
				"campanile.access.rules[1].name=grades need a number", "campanile.access.rules[1].effect=step-up",
				"campanile.access.rules[1].services=grades",
				"campanile.access.rules[1].classes=https://refeds.org/profile/mfa",
				"campanile.access.rules[2].name=elsewhere", "campanile.access.rules[2].effect=deny",
				"campanile.access.rules[2].services=here", "campanile.access.rules[2].networks[0]=127.0.0.0/8",
				"campanile.access.rules[2].networks[1]=::1", "campanile.access.rules[2].units=dc=edu");
	}

	@Test
	void whenDeniedThenAPageSaysWhatIsMissingAndWhomToAsk() {
		Browser browser = new Browser();
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.submit(
					browser.open(login(APP)).loginForm().with("j_username", "alice").with("j_password", "alice-demo"));
			denied(page);
			Page again = browser.get(login(APP));
			denied(again);
			for (Page each : List.of(page, again)) {
				assertThat(audit.lines()).anySatisfy(
						line -> assertThat(line).startsWith("event=REQUEST_REFUSED code=" + each.text("code") + ' ')
							.contains(" service=app ", " user=alice rule=\"staff only\""));
			}
		}
		assertThat(browser.get(login("https://grades.example.edu/") + "&gateway=true").location())
			.hasToString("https://grades.example.edu/");
		assertThat(browser.get(login(APP) + "&gateway=true").location()).as("nothing may be shown").hasToString(APP);
	}

	private static void denied(Page page) {
		assertThat(page.status()).isEqualTo(403);
		assertThat(page.text("code")).startsWith("ACCESS_DENIED-");
		assertThat(page.body()).contains("Only members of staff can open this.").contains("mailto:access@example.edu");
	}

	@Test
	void whenAnotherUserThenPermitted() {
		Browser browser = new Browser();
		Page page = browser
			.send(browser.open(login(APP)).loginForm().with("j_username", "bob").with("j_password", "bob-demo"));
		assertThat(page.location().toString()).startsWith(APP + "?ticket=ST-");
	}

	@Test
	void whenTheFileOfAServiceSaysWhoMayUseItThenOnlyTheyDoUntilItChanges() throws Exception {
		Browser alice = new Browser();
		try (LogLines audit = LogLines.audit()) {
			denied(alice.submit(alice.open(login(PAYROLL))
				.loginForm()
				.with("j_username", "alice")
				.with("j_password", "alice-demo")));
			assertThat(audit.lines())
				.anySatisfy(line -> assertThat(line).contains("rule=\"payroll no rule\"").contains("service=payroll"));
		}
		Browser bob = new Browser();
		assertThat(
				bob.send(bob.open(login(PAYROLL)).loginForm().with("j_username", "bob").with("j_password", "bob-demo"))
					.location()
					.toString())
			.startsWith(PAYROLL + "?ticket=ST-");
		Files.writeString(idp.home().resolve("services/payroll.yaml"),
				"prefix: " + PAYROLL + "\naccess: [{ name: alice, attributes: { uid: [alice] } }]\n");
		idp.bean(CasServiceRegistry.class).poll();
		assertThat(alice.get(login(PAYROLL)).location().toString()).startsWith(PAYROLL + "?ticket=ST-");
		assertThat(bob.get(login(PAYROLL)).text("code")).startsWith("ACCESS_DENIED-");
	}

	@Test
	void whenTheServiceIsOfSamlThenTheSameRule() {
		Browser browser = new Browser();
		Page page = browser.login(browser.open(saml.redirect(idp, AuthnRequestOptions.PLAIN).url()), "alice",
				"alice-demo");
		denied(page);
		saml.signIn(idp, new Browser(), "bob");
	}

	@Test
	void whenMoreIsDemandedThenTheLoginGoesOnAndASessionIsRaised() {
		Browser browser = new Browser();
		Page number = browser
			.send(browser.open(login(GRADES)).loginForm().with("j_username", "bob").with("j_password", "bob-demo"));
		assertThat(prove(browser, number)).startsWith(GRADES + "?ticket=ST-");
		Browser other = new Browser();
		other.send(other.open(login(APP)).loginForm().with("j_username", "bob").with("j_password", "bob-demo"));
		assertThat(prove(other, other.open(login(GRADES)))).startsWith(GRADES + "?ticket=ST-");
		assertThat(other.get(login(GRADES)).location().toString()).startsWith(GRADES + "?ticket=ST-");
		assertThat(new Browser().get(login(GRADES) + "&gateway=true").location()).hasToString(GRADES);
	}

	private static String prove(Browser browser, Page number) {
		String next = String.valueOf(Integer.parseInt(number.text("label").replaceAll("\\D", "")) + 1);
		return browser.send(number.formWith("number").orElseThrow().with("number", next)).location().toString();
	}

	@Test
	void whenTheNetworkAndTheUnitMatchThenTheRuleApplies() {
		Browser browser = new Browser();
		Page page = browser.submit(browser.open(login("https://here.example.edu/"))
			.loginForm()
			.with("j_username", "bob")
			.with("j_password", "bob-demo"));
		assertThat(page.text("code")).startsWith("ACCESS_DENIED-");
		assertThat(page.body()).contains("open to your account");
	}

	/** Rules of {@code application.yaml}, and of the file of a service. */
	@ParameterizedTest
	@ValueSource(strings = { "uid", "sn" })
	void whenAnAttributeThatDeniesIsNotKnownThenNobodySignsInWithoutIt(String attribute) throws Exception {
		byte[] large = "x".repeat(50_000).getBytes(StandardCharsets.UTF_8);
		AttributeResolver resolver = idp.bean(AttributeResolver.class);
		assertThatExceptionOfType(UnusableAnswerException.class)
			.isThrownBy(() -> resolver.resolve("alice",
					new DirectoryEntry("uid=alice,dc=edu", Map.of(attribute, List.of(large)))))
			.withMessageStartingWith("attribute " + attribute + ", ");
		assertThat(
				resolver.resolve("alice", new DirectoryEntry("uid=alice,dc=edu", Map.of("description", List.of(large))))
					.attributes()
					.get("description"))
			.as("no rule denies by it")
			.isEmpty();
	}

	private static String login(String service) {
		return idp.baseUrl() + "/cas/login?service=" + CasApp.encoded(service);
	}

}
