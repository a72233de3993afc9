package org.campanile.web.flow;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.sso.Interrupt;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tests pages between a login and the service. */
@Timeout(120)
class InterruptTests {

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("one.example.org", InstantSource.system())
		.registered(home);

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		idp = TestIdp.start(home, context -> {
			context.registerBean("terms", Interrupt.class, () -> new Notice("terms", "alice bob"));
			context.registerBean("mail", Interrupt.class, () -> new Notice("mail", "alice"));
			context.registerBean("news", Interrupt.class, () -> new Notice("news", "alice"));
		});
	}

	@Test
	void whenSeveralAreDueThenEachIsShownInOrderAndThenTheServiceIsAnswered() {
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		Page first = browser.login(request.url(), "alice", "alice-demo");
		assertThat(first.title()).isEqualTo("terms for alice & all");
		Page second = browser.submit(first.formWith("flow").orElseThrow());
		assertThat(second.title()).isEqualTo("mail for alice & all");
		Page again = browser.open(second.link("again"));
		assertThat(again.title()).isEqualTo(second.title());
		Page third = browser.submit(again.formWith("flow").orElseThrow());
		assertThat(third.title()).isEqualTo("news for alice & all");
		Page answer = browser.submit(third.formWith("flow").orElseThrow());
		assertThat(service.read(idp, answer, request.id()).success().values("mail")).isNotEmpty();
	}

	@Test
	void whenOneIsDueThenItAloneIsShown() {
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		Page first = browser.login(request.url(), "bob", "bob-demo");
		assertThat(first.title()).isEqualTo("terms for bob & all");
		assertThat(browser.submit(first.formWith("flow").orElseThrow()).samlForm()).isNotNull();
	}

	@Test
	void whenTheContentOfOneWasAlteredThenTheNextIsShown() {
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		Page first = browser.login(request.url(), "alice", "alice-demo");
		for (String altered : List.of("", "x".repeat(257))) {
			Page third = browser.submit(first.formWith("flow").orElseThrow().with("mail", altered));
			assertThat(third.title()).isEqualTo("news for alice & all");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "terms", "flow", "since", "instead", "lang" })
	void whenTheIdIsTakenThenTheServerDoesNotStart(String id) {
		assertThatThrownBy(() -> TestIdp.start(TestIdp.newHome(), context -> {
			context.registerBean("terms", Interrupt.class, () -> new Notice("terms", ""));
			context.registerBean("other", Interrupt.class, () -> new Notice(id, ""));
		}).close()).rootCause()
			.hasMessageStartingWith("the id '" + id + "' of ")
			.hasMessageContaining(Notice.class.getName());
	}

	/** An interrupt that some users get and that shows its content. */
	private record Notice(String id, String users) implements Interrupt {

		@Override
		public Optional<String> due(AuthenticatedUser user) {
			return Optional.of(user.principal()).filter(users::contains).map(name -> name + " & all");
		}

		@Override
		public boolean show(Page page, HttpServletRequest request, HttpServletResponse response) throws IOException {
			if (page.content().isEmpty()) {
				return false;
			}
			response.setContentType("text/html;charset=UTF-8");
			response.getWriter()
				.append("<!DOCTYPE html><html lang=en><title>")
				.append(id)
				.append(" for ")
				.append(escaped(page.content()))
				.append("</title><a href=\"")
				.append(escaped(page.selfUrl()))
				.append("\">again</a><form action=\"")
				.append(page.action())
				.append("\">")
				.append(page.hiddenFields()
					.entrySet()
					.stream()
					.map(field -> "<input type=hidden name=\"" + field.getKey() + "\" value=\""
							+ escaped(field.getValue()) + "\">")
					.collect(Collectors.joining()))
				.append("<button>Continue</button></form>");
			return true;
		}

		private static String escaped(String text) {
			return text.replace("&", "&amp;");
		}

	}

}
