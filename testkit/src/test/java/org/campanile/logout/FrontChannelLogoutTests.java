package org.campanile.logout;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import org.campanile.logout.OpenLogoutRequest.Presentation;
import org.campanile.protocol.Answer;
import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.testkit.logout.LogoutWorld;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.DecodedLogoutResponse;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.session.CountingSessionStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests complete logouts by redirects of the browser, over two nodes, with strict
 * services.
 */
class FrontChannelLogoutTests {

	private final LogoutWorld world = new LogoutWorld().service("one", Saml.BINDING_REDIRECT)
		.service("two", Saml.BINDING_POST)
		.service("three", Saml.BINDING_REDIRECT)
		.service("mute");

	private final LogoutWorld.Node a = world.node();

	private final LogoutWorld.Node b = world.node();

	@Test
	void whenItBeginsHereThenEachServiceIsAskedAndTheResultSaysWhatItAnswered() throws Exception {
		String token = a.signOn("ada", "one", "two", "three", "mute");
		LogoutOutcome outcome = b.logout.end(token);
		assertThat(a.lives(token)).isFalse();
		assertThat(outcome.services()).extracting(service -> service.state())
			.containsExactly(ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL, ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL,
					ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL, ServiceLogoutState.CANNOT_BE_ASKED);

		LogoutProgress progress = b.front.start(outcome, null);
		assertThat(a.front.find(progress.id())).as("the other node shows the same page").isPresent();
		assertThat(progress.toAsk()).hasSize(3);
		answer(a, progress, "one", StatusCode.SUCCESS);
		answer(b, progress, "two", StatusCode.PARTIAL_LOGOUT);

		LogoutResult result = a.front.result(progress.id()).orElseThrow();
		assertThat(result.services()).extracting(service -> service.state())
			.containsExactly(ServiceLogoutState.ENDED, ServiceLogoutState.REFUSED, ServiceLogoutState.NO_ANSWER,
					ServiceLogoutState.CANNOT_BE_ASKED);
		assertThat(result.status()).isEqualTo(LogoutStatus.PARTIAL);
		assertThat(result.answer()).isEmpty();
		assertThat(b.front.result(progress.id()).orElseThrow().services()).as("again, on another node")
			.extracting(ServiceLogout::state)
			.isEqualTo(result.services().stream().map(ServiceLogout::state).toList());
		assertThat(a.front.find(progress.id()).orElseThrow().toAsk()).as("who has ended is not asked again")
			.extracting(ServiceLogout::service)
			.doesNotContain(LogoutWorld.entityId("one"));
	}

	/** Showing a page must change nothing: a node that dies then loses nothing. */
	@Test
	void whenItIsShownThenOnlyLookedAt() throws Exception {
		LogoutProgress progress = a.front.start(a.logout.end(a.signOn("ada", "one", "two")), null);
		answer(a, progress, "one", StatusCode.SUCCESS);
		b.oneTimeStore.forget();
		assertThat(b.front.find(progress.id())).isPresent();
		assertThat(b.front.result(progress.id())).isPresent();
		assertThat(b.oneTimeStore.operations()).containsOnly(CountingOneTimeStore.Operation.FIND);
	}

	@Test
	void whenAServiceBeginsThenItIsAnsweredWhenAllAreDone() throws Exception {
		String token = a.signOn("ada", "one", "three");
		RedirectRequest sent = world.provider("one")
			.logout()
			.redirect(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), a.subject(token, "ada", "one"), "state");
		RequestedLogout request = b.requests.process(LogoutWorld.redirect().decodeEither(LogoutWorld.query(sent.url())))
			.requested(LogoutWorld.SELF.id());
		LogoutOutcome outcome = b.logout.end(request, true);
		assertThat(outcome.ended()).hasSize(1);
		assertThat(outcome.services()).as("who began is not asked again")
			.singleElement()
			.satisfies(service -> assertThat(service.service()).isEqualTo(LogoutWorld.entityId("three")));

		LogoutProgress progress = b.front.start(outcome, request);
		answer(a, progress, "three", StatusCode.SUCCESS);
		LogoutResult result = a.front.result(progress.id()).orElseThrow();

		assertThat(result.initiator()).isEqualTo(LogoutWorld.entityId("one"));
		DecodedLogoutResponse response = judge("one", sent.id(), result);
		assertThat(response.complete()).isTrue();
		assertThat(response.relayState()).isEqualTo("state");
		assertThat(judge("one", sent.id(), b.front.result(progress.id()).orElseThrow()).complete())
			.as("a reload sends the same answer")
			.isTrue();
	}

	@Test
	void whenAServiceDoesNotAnswerThenTheOneThatBeganReceivesPartialLogout() throws Exception {
		String token = a.signOn("ada", "one", "three");
		RedirectRequest sent = world.provider("one")
			.logout()
			.redirect(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), a.subject(token, "ada", "one"), null);
		RequestedLogout request = a.requests.process(LogoutWorld.redirect().decodeEither(LogoutWorld.query(sent.url())))
			.requested(LogoutWorld.SELF.id());
		LogoutProgress progress = a.front.start(a.logout.end(request, true), request);
		assertThat(judge("one", sent.id(), a.front.result(progress.id()).orElseThrow()).partial()).isTrue();
	}

	@Test
	void whenNobodyElseIsSignedInThenTheAnswerNeedsNoStore() throws Exception {
		String token = a.signOn("ada", "one");
		RedirectRequest sent = world.provider("one")
			.logout()
			.redirect(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), a.subject(token, "ada", "one"), null);
		RequestedLogout request = a.requests.process(LogoutWorld.redirect().decodeEither(LogoutWorld.query(sent.url())))
			.requested(LogoutWorld.SELF.id());
		a.sessionStore.forget();
		LogoutOutcome outcome = a.logout.end(request, true);
		assertThat(a.sessionStore.operations()).containsExactly(Operation.FIND_BY_IDENTIFIER, Operation.END);
		a.oneTimeStore.forget();
		assertThat(judge("one", sent.id(), a.front.finishNow(outcome, request)).complete()).isTrue();
		assertThat(a.oneTimeStore.operations()).isEmpty();
	}

	@Test
	void whenAFrameIsReloadedThenItAsksAgainAndASessionThatEndedHasEnded() throws Exception {
		LogoutProgress progress = a.front.start(a.logout.end(a.signOn("ada", "one")), null);
		InboundMessage first = response(a, progress, "one", StatusCode.SUCCESS);
		InboundMessage second = response(b, progress, "one", StatusCode.REQUEST_DENIED);
		b.front.answered(b.responses.process(first));
		a.front.answered(a.responses.process(second));
		assertThat(a.front.result(progress.id()).orElseThrow().status()).isEqualTo(LogoutStatus.SUCCESS);
	}

	@Test
	void whenAServiceThatRefusedIsAskedOnceMoreThenTheResultIsBetter() throws Exception {
		LogoutProgress progress = a.front.start(a.logout.end(a.signOn("ada", "one")), null);
		answer(a, progress, "one", StatusCode.REQUEST_DENIED);
		ServiceLogout refused = b.front.result(progress.id()).orElseThrow().services().getFirst();
		assertThat(refused.state()).isEqualTo(ServiceLogoutState.REFUSED);
		assertThat(b.front.ask(Objects.requireNonNull(refused.ticket()), Presentation.PAGE)).isPresent();
		answer(b, progress, "one", StatusCode.SUCCESS);
		LogoutResult result = a.front.result(progress.id()).orElseThrow();
		assertThat(result.status()).isEqualTo(LogoutStatus.SUCCESS);
		assertThat(result.services().getFirst().ticket()).isNull();
	}

	@Test
	void whenAnAnswerComesAgainThenRefused() throws Exception {
		LogoutProgress progress = a.front.start(a.logout.end(a.signOn("ada", "one")), null);
		InboundMessage answer = response(a, progress, "one", StatusCode.SUCCESS);
		b.responses.process(answer);
		assertThat(fault(a, answer).code()).isEqualTo(FaultCode.RESPONSE_UNEXPECTED);
	}

	@Test
	void whenAnotherServiceAnswersThenRefusedAndTheRequestStaysOpen() throws Exception {
		LogoutProgress progress = a.front.start(a.logout.end(a.signOn("ada", "one", "three")), null);
		DecodedLogoutRequest asked = ask(a, progress, "one");
		InboundMessage forged = LogoutWorld.redirect()
			.decodeEither(LogoutWorld.query(world.provider("three")
				.logout()
				.redirectAnswer(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), asked, StatusCode.SUCCESS)));
		assertThat(fault(a, forged).code()).isEqualTo(FaultCode.RESPONSE_UNEXPECTED);
		InboundMessage right = LogoutWorld.redirect()
			.decodeEither(LogoutWorld.query(world.provider("one")
				.logout()
				.redirectAnswer(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), asked, StatusCode.SUCCESS)));
		assertThat(b.responses.process(right).state()).isEqualTo(ServiceLogoutState.ENDED);
	}

	@Test
	void whenManyAnswerAtOnceOnBothNodesThenNoAnswerIsLost() throws Exception {
		for (int i = 0; i < 3; i++) {
			world.service("many" + i, Saml.BINDING_REDIRECT);
		}
		LogoutWorld.Node first = world.node();
		LogoutWorld.Node second = world.node();
		for (int round = 0; round < 5; round++) {
			LogoutProgress progress = first.front
				.start(first.logout.end(first.signOn("ada", "many0", "many1", "many2")), null);
			List<Callable<Void>> frames = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				String name = "many" + i;
				LogoutWorld.Node asking = i % 2 == 0 ? first : second;
				LogoutWorld.Node answering = i % 2 == 0 ? second : first;
				frames.add(() -> {
					answering.front
						.answered(answering.responses.process(response(asking, progress, name, StatusCode.SUCCESS)));
					return null;
				});
			}
			try (var pool = Executors.newFixedThreadPool(3)) {
				for (Future<Void> frame : pool.invokeAll(frames)) {
					frame.get();
				}
			}
			assertThat(second.front.result(progress.id()).orElseThrow().status()).isEqualTo(LogoutStatus.SUCCESS);
		}
	}

	@Test
	void whenTenMinutesArePastThenNothingIsLeft() throws Exception {
		LogoutProgress progress = a.front.start(a.logout.end(a.signOn("ada", "one")), null);
		String ticket = Objects.requireNonNull(progress.toAsk().getFirst().ticket());
		InboundMessage late = response(a, progress, "one", StatusCode.SUCCESS);
		world.clock.advance(FrontChannelLogout.LIFETIME);
		assertThat(a.front.find(progress.id())).isEmpty();
		assertThat(a.front.ask(ticket, Presentation.FRAME)).isEmpty();
		assertThat(fault(a, late).code()).isIn(FaultCode.RESPONSE_UNEXPECTED, FaultCode.REQUEST_EXPIRED);
		assertThat(a.front.result(progress.id())).isEmpty();
	}

	@Test
	void whenIdOrTicketIsNoneOfOursThenNothing() throws Exception {
		LogoutProgress progress = a.front.start(a.logout.end(a.signOn("ada", "one")), null);
		String ticket = Objects.requireNonNull(progress.toAsk().getFirst().ticket());
		String altered = ticket.substring(0, ticket.length() - 4) + (ticket.endsWith("AAAA") ? "BBBB" : "AAAA");
		for (String hostile : List.of("", "x", "\u0000", "..", altered, "A".repeat(100_000), "A".repeat(43))) {
			assertThat(a.front.find(hostile)).isEmpty();
			assertThat(a.front.result(hostile)).isEmpty();
			assertThat(a.front.ask(hostile, Presentation.PAGE)).isEmpty();
		}
	}

	private void answer(LogoutWorld.Node node, LogoutProgress progress, String name, StatusCode status)
			throws Exception {
		node.front.answered(node.responses.process(response(node, progress, name, status)));
	}

	/**
	 * Returns the service's response to our request, after the service has verified it.
	 */
	private InboundMessage response(LogoutWorld.Node node, LogoutProgress progress, String name, StatusCode status)
			throws Exception {
		DecodedLogoutRequest request = ask(node, progress, name);
		assertThat(request.subject().nameId()).isEqualTo(LogoutWorld.nameId("ada", name));
		assertThat(request.subject().sessionIndexes()).hasSize(1);
		ServiceProvider provider = world.provider(name);
		if (provider.settings().singleLogoutServices().getFirst().binding().equals(Saml.BINDING_POST)) {
			return LogoutWorld.post()
				.decodeEither(LogoutWorld.form(provider.logout()
					.postAnswer(LogoutWorld.SELF.url(SamlEndpoints.POST_SLO), request, status)
					.fields()));
		}
		return LogoutWorld.redirect()
			.decodeEither(LogoutWorld.query(provider.logout()
				.redirectAnswer(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), request, status)));
	}

	private DecodedLogoutRequest ask(LogoutWorld.Node node, LogoutProgress progress, String name) throws Exception {
		ServiceLogout step = progress.services()
			.stream()
			.filter(found -> found.service().equals(LogoutWorld.entityId(name)))
			.findFirst()
			.orElseThrow();
		Answer message = node.front.ask(Objects.requireNonNull(step.ticket()), Presentation.FRAME)
			.orElseThrow()
			.message();
		return world.provider(name)
			.logout()
			.decodeRequest(decode(message), world.trusted,
					world.provider(name).settings().singleLogoutServices().getFirst().location());
	}

	private DecodedLogoutResponse judge(String name, String requestId, LogoutResult result) throws Exception {
		Answer message = result.answer().orElseThrow();
		return world.provider(name)
			.logout()
			.decodeResponse(decode(message), world.trusted,
					world.provider(name).settings().singleLogoutServices().getFirst().responseLocation(),
					InResponseToCheck.to(requestId));
	}

	private static InboundMessage decode(Answer message) throws SamlFault {
		return switch (message) {
			case Answer.Redirect redirect -> LogoutWorld.redirect().decodeEither(LogoutWorld.query(redirect.url()));
			case Answer.Post post -> LogoutWorld.post().decodeEither(LogoutWorld.form(post.fields()));
			case Answer.Headers headers -> throw new AssertionError("no browser delivers headers");
		};
	}

	private static SamlFault fault(LogoutWorld.Node node, InboundMessage message) {
		SamlFault fault = catchThrowableOfType(SamlFault.class, () -> node.responses.process(message));
		assertThat(fault).isNotNull();
		return fault;
	}

}
