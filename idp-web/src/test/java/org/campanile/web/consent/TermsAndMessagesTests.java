package org.campanile.web.consent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.consent.Acknowledgements;
import org.campanile.directory.DirectoryEntry;
import org.campanile.explain.SignOnExplainer;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.identifier.CountingConsentStore.Operation;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.consent.ConsentSignOnTests.StoreBeans;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests terms of use and messages, over HTTP. */
@Timeout(120)
class TermsAndMessagesTests {

	private static final Path home = TestIdp.newHome();

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static final Duration UNTIL_THE_FIRST = Duration.ofMinutes(5);

	private static final ForeignService lab = ForeignService.at("lab.example.org", clock).registered(home);

	private static final ForeignService news = ForeignService.at("news.example.org", clock).registered(home);

	private static final ForeignService blog = ForeignService.at("blog.example.org", clock).registered(home);

	private static final StoreBeans stores = new StoreBeans();

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() throws IOException {
		Path terms = Files.createDirectories(home.resolve("terms/lab"));
		Files.writeString(terms.resolve("2.txt"), "# Rules\n\nBe <b>kind</b>.\nAlways.\n\nAnd tidy.\n");
		Files.writeString(terms.resolve("2_de.txt"), "Seid freundlich.");
		idp = TestIdp.start(home, context -> {
			context.registerBean(StoreBeans.class, () -> stores);
			TestIdp.clock(clock).initialize(context);
		}, "campanile.terms.documents[0].name=lab", "campanile.terms.documents[0].version=2",
				"campanile.terms.documents[0].services=" + lab.entityId(),
				"campanile.terms.documents[0].attributes.uid=alice",
				"campanile.terms.documents[0].attributes.eduPersonOrgUnitDN[0]=OU=People,DC=Example,DC=edu",
				"campanile.interrupts.messages[0].id=outage", "campanile.interrupts.messages[0].headings.en=Outage",
				"campanile.interrupts.messages[0].texts.en=On Monday & Tuesday.",
				"campanile.interrupts.messages[0].services=" + news.entityId(),
				"campanile.interrupts.messages[0].acknowledge=true",
				"campanile.interrupts.messages[0].attributes.uid=bob", "campanile.interrupts.messages[1].id=always",
				"campanile.interrupts.messages[1].headings.en=Always", "campanile.interrupts.messages[1].texts.en=Text",
				"campanile.interrupts.messages[1].link=https://www.example.edu/more",
				"campanile.interrupts.messages[1].show=each-login",
				"campanile.interrupts.messages[1].services=" + news.entityId(),
				"campanile.interrupts.messages[2].id=over", "campanile.interrupts.messages[2].headings.en=Over",
				"campanile.interrupts.messages[2].texts.en=Over", "campanile.interrupts.messages[2].until=2020-01-01",
				"campanile.interrupts.messages[3].id=first", "campanile.interrupts.messages[3].headings.en=First",
				"campanile.interrupts.messages[3].texts.en=Text",
				"campanile.interrupts.messages[3].from=" + clock.instant().plus(UNTIL_THE_FIRST),
				"campanile.interrupts.messages[3].services=" + blog.entityId(),
				"campanile.interrupts.messages[3].acknowledge=true", "campanile.interrupts.messages[4].id=second",
				"campanile.interrupts.messages[4].headings.en=Second", "campanile.interrupts.messages[4].texts.en=Text",
				"campanile.interrupts.messages[4].services=" + blog.entityId(),
				"campanile.interrupts.messages[4].acknowledge=true");
	}

	@Test
	void whenTermsApplyThenTheyAreAcceptedOnceForEachVersion() throws Exception {
		RedirectRequest request = request(lab);
		Page page = browser.login(request.url(), "alice", "alice-demo");
		assertThat(page.text("h1")).isEqualTo("Terms of use");
		assertThat(page.text("h2")).isEqualTo("Rules");
		assertThat(page.texts("main .terms p").getFirst()).contains("Be <b>kind</b>.");
		assertThat(page.document().select("main .terms > *")).allMatch(part -> part.attr("dir").equals("auto"));
		assertThat(browser.open(page.link("Deutsch")).text("main .terms")).isEqualTo("Seid freundlich.");
		try (LogLines audit = LogLines.audit()) {
			lab.read(idp, browser.submit(accepted(page)), request.id()).success();
			assertThat(audit.lines().getFirst()).startsWith("event=TERMS_ACCEPTED code=OK user=alice ")
				.contains(" terms=lab ", " version=2");
		}
		stores.counting().forget();
		RedirectRequest again = request(lab);
		lab.read(idp, new Browser().login(again.url(), "alice", "alice-demo"), again.id()).success();
		assertThat(stores.counting().operations()).containsExactly(Operation.LIST);
		idp.bean(Acknowledgements.class).give("alice", "terms", "lab", "1");
		assertThat(new Browser().login(request(lab).url(), "alice", "alice-demo").text("h1")).isEqualTo("Terms of use");
	}

	@Test
	void whenTermsAreForOthersThenNothingIsAskedAndNothingRead() {
		stores.counting().forget();
		RedirectRequest request = request(lab);
		lab.read(idp, browser.login(request.url(), "bob", "bob-demo"), request.id()).success();
		assertThat(stores.counting().operations()).isEmpty();
	}

	@Test
	void whenAnAttributeIsNotKnownByWhichTermsApplyThenNobodySignsInWithoutIt() {
		byte[] large = "x".repeat(50_000).getBytes(StandardCharsets.UTF_8);
		DirectoryEntry entry = new DirectoryEntry("uid=alice,dc=edu", Map.of("uid", List.of(large)));
		assertThatExceptionOfType(UnusableAnswerException.class)
			.isThrownBy(() -> idp.bean(AttributeResolver.class).resolve("alice", entry))
			.withMessageStartingWith("attribute uid, ");
	}

	@Test
	void whenTermsAreDeclinedThenAPageSaysSoAndNothingIsStored() throws Exception {
		idp.bean(Acknowledgements.class).give("alice", "terms", "lab", "0");
		Page page = browser.login(request(lab).url(), "alice", "alice-demo");
		try (LogLines audit = LogLines.audit()) {
			Page declined = browser.submit(form(page).with("decision", "decline"));
			assertThat(declined.status()).isEqualTo(403);
			assertThat(declined.text("code")).startsWith("TERMS_DECLINED-");
			assertThat(audit.lines())
				.anySatisfy(line -> assertThat(line).startsWith("event=TERMS_DECLINED ").contains(" user=alice "));
		}
		assertThat(browser.open(request(lab).url()).text("h1")).isEqualTo("Terms of use");
	}

	@Test
	void whenMessagesAreDueThenOneAfterTheOtherAndAtLoginsOnly() {
		RedirectRequest request = request(news);
		Page outage = browser.login(request.url(), "bob", "bob-demo");
		assertThat(outage.text("h1")).isEqualTo("Outage");
		assertThat(outage.text("main")).contains("On Monday & Tuesday.", "I have read this");
		Page always;
		try (LogLines audit = LogLines.audit()) {
			always = browser.submit(accepted(outage));
			assertThat(audit.lines()).singleElement().asString().startsWith("event=MESSAGE_READ code=OK user=bob ");
		}
		assertThat(always.text("h1")).isEqualTo("Always");
		assertThat(always.link("Read more")).hasToString("https://www.example.edu/more");
		news.read(idp, browser.submit(accepted(always)), request.id()).success();
		RedirectRequest signedIn = request(news);
		news.read(idp, browser.open(signedIn.url()), signedIn.id()).success();
		RedirectRequest next = request(news);
		Browser other = new Browser();
		Page shown = other.login(next.url(), "bob", "bob-demo");
		assertThat(shown.text("h1")).as("the first is shown once").isEqualTo("Always");
		assertThat(other.open(shown.link("Français")).text("h1")).isEqualTo("Always");
		news.read(idp, other.submit(accepted(shown)), next.id()).success();
	}

	@Test
	void whenAnEarlierMessageBeginsWhileAnotherIsShownThenBothAreReadOnce() {
		RedirectRequest request = request(blog);
		Page second = browser.login(request.url(), "alice", "alice-demo");
		assertThat(second.text("h1")).isEqualTo("Second");
		clock.advance(UNTIL_THE_FIRST);
		try (LogLines audit = LogLines.audit()) {
			Page first = browser.submit(accepted(second));
			assertThat(first.text("h1")).isEqualTo("First");
			blog.read(idp, browser.submit(accepted(first)), request.id()).success();
			assertThat(audit.lines()).filteredOn(line -> line.startsWith("event=MESSAGE_READ code=OK user=alice "))
				.satisfiesExactly(line -> assertThat(line).contains(" message=second"),
						line -> assertThat(line).contains(" message=first"));
		}
		RedirectRequest again = request(blog);
		blog.read(idp, new Browser().login(again.url(), "alice", "alice-demo"), again.id()).success();
	}

	@Test
	void whenOwnPagesAreOpenedThenNothingIsAsked() {
		Page page = browser.login(idp.baseUrl() + "/cas/login", "alice", "alice-demo");
		assertThat(page.text("h1")).isEqualTo("You are signed in");
	}

	@Test
	void whenExplainedThenTheTermsAreNamed() throws Exception {
		idp.bean(Acknowledgements.class).give("alice", "terms", "lab", "0");
		assertThat(idp.bean(SignOnExplainer.class).explain("alice", lab.entityId()).notes())
			.contains("terms of use 'lab', version 2: not accepted yet, so a sign-on asks");
	}

	private static RedirectRequest request(ForeignService service) {
		return service.redirect(idp, AuthnRequestOptions.PLAIN);
	}

	private static Form form(Page page) {
		return page.formWith("flow").orElseThrow();
	}

	private static Form accepted(Page page) {
		return form(page).with("decision", "accept");
	}

}
