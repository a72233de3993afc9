package org.campanile.testkit.protocol;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.LogoutProgress;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutResult;
import org.campanile.logout.LogoutSettings;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.OpenLogoutRequest;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.RequestedLogout;
import org.campanile.logout.ServiceLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.ServiceSession;
import org.campanile.logout.SingleLogout;
import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Handle;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The contract of every {@link LogoutProtocol}, including its sign-on. Services are sent
 * real requests, which the test's transport answers.
 */
public abstract class LogoutProtocolContract extends SignOnProtocolContract {

	private static final String UNKNOWN = "https://unknown.example.net/";

	private final InstantSource clock = InstantSource.fixed(NOW);

	private final OneTimeStore store = new HeapOneTimeStore(clock,
			new ConcurrentHashMap<OneTimeKey, HeapOneTimeStore.Entry>());

	/** Creates the test. */
	protected LogoutProtocolContract() {
	}

	/** The logout protocol under test; it knows the services of {@link #services()}. */
	protected abstract LogoutProtocol logoutProtocol();

	/**
	 * A service's valid logout request, with as much protocol data as a request can have.
	 * @param handle the handle by which the service knows the sign-on
	 * @param names the sessions' names; empty for all of that handle
	 * @return empty if services of the protocol cannot request a logout by handle
	 */
	protected abstract Optional<RequestedLogout> requested(String service, Handle handle, Set<String> names);

	private RequestedLogout logoutRequest(String service, Handle handle, Set<String> names) {
		Optional<RequestedLogout> requested = requested(service, handle, names);
		assumeTrue(requested.isPresent(), "services cannot request a logout");
		return requested.get();
	}

	@Test
	void whenLogoutIsNamedThenAsItsSignOn() throws Exception {
		assertThat(logoutProtocol().id()).isEqualTo(signOnProtocol().id());
		Handle handle = handle(one(), begin("alice").session());
		assertThat(logoutRequest(one(), handle, Set.of()).protocol()).isEqualTo(signOnProtocol().id());
		assertThat(logoutRequest(one(), handle, Set.of()).service()).isEqualTo(one());
	}

	@Test
	void whenAServiceIsUnknownThenItCannotBeAsked() throws Exception {
		ServiceSession gone = new ServiceSession(logoutProtocol().id(), UNKNOWN,
				handle(one(), begin("alice").session()), List.of("1"));
		assertThat(logoutProtocol().reach(gone)).isEqualTo(LogoutProtocol.Reach.NONE);
		assertThat(logoutProtocol().ask(gone)).isEqualTo(ServiceLogoutState.CANNOT_BE_ASKED);
		assertThat(logoutProtocol().askByBrowser(gone)).isEmpty();
		assertThat(logoutProtocol().answer(UNKNOWN, Map.of(), LogoutStatus.SUCCESS)).isEmpty();
	}

	@Test
	void whenAServiceOffersAChannelThenItIsAskedByIt() throws Exception {
		for (String service : services()) {
			ServiceSession session = participant(service);
			LogoutProtocol.Reach reach = logoutProtocol().reach(session);
			Optional<LogoutProtocol.BrowserRequest> request = logoutProtocol().askByBrowser(session);
			assertThat(request.isPresent()).as(service).isEqualTo(reach.frontChannel() != null);
			if (request.isPresent() && reach.frontChannel() != null) {
				assertThat(reach.frontChannel().addresses()).as("what a frame must be allowed to show")
					.anyMatch(address -> request.get().message().url().startsWith(address));
				assertThat(String.valueOf(request.get().id())).doesNotContain(" ");
				assertThat(logoutProtocol().askByBrowser(session).orElseThrow().id()).as("each request is another")
					.satisfiesAnyOf(id -> assertThat(id).isNull(),
							id -> assertThat(id).isNotEqualTo(request.get().id()));
			}
			if (reach.backChannel()) {
				assertThat(logoutProtocol().ask(session)).isIn(ServiceLogoutState.ENDED, ServiceLogoutState.REFUSED,
						ServiceLogoutState.NO_ANSWER);
			}
		}
	}

	private ServiceSession participant(String service) throws Exception {
		SsoSession session = begin("alice").session();
		Handle handle = handle(service, session);
		return new ServiceSession(logoutProtocol().id(), service, handle,
				List.of(logoutProtocol().sessionName(session, service, handle)));
	}

	@Test
	void whenSessionsAreNamedThenStablyAndEachOtherwise() throws Exception {
		SsoSession first = begin("alice").session();
		SsoSession second = begin("alice").session();
		Handle handle = handle(one(), first);
		String name = logoutProtocol().sessionName(first, one(), handle);
		assertThat(name).isNotBlank();
		assertThat(logoutProtocol().sessionName(first, one(), handle)).isEqualTo(name);
		assertThat(logoutProtocol().sessionName(second, one(), handle(one(), second))).isNotEqualTo(name);
	}

	@Test
	void whenAServiceNamesASessionThenThatOneEndsAndNoOther() throws Exception {
		Sessions.NewSession meant = signOn("alice", one(), two());
		Sessions.NewSession sameUser = signOn("alice", one());
		Sessions.NewSession otherUser = signOn("bob", one());
		Handle handle = handleIn(meant.session(), one());
		String name = logoutProtocol().sessionName(meant.session(), one(), handle);
		try (SingleLogout logout = singleLogout()) {
			LogoutOutcome outcome = logout.end(logoutRequest(one(), handle, Set.of(name)), true);
			assertThat(outcome.ended()).extracting(SsoSession::key).containsExactly(meant.session().key());
			assertThat(outcome.services()).extracting(ServiceLogout::service)
				.as("the service that asks is not asked")
				.containsExactly(two());
		}
		assertThat(findByToken(sessions, meant.token())).isEmpty();
		assertThat(findByToken(sessions, sameUser.token())).isPresent();
		assertThat(findByToken(sessions, otherUser.token())).isPresent();
	}

	@Test
	void whenAServiceNamesNoSessionThenAllOfTheHandleEndAndNoOther() throws Exception {
		Sessions.NewSession meant = signOn("alice", one());
		Sessions.NewSession otherUser = signOn("bob", one());
		Sessions.NewSession elsewhere = signOn("alice", two());
		Handle handle = handleIn(meant.session(), one());
		try (SingleLogout logout = singleLogout()) {
			logout.end(logoutRequest(one(), handle, Set.of()), false);
			logout.end(logoutRequest(two(), new Handle("nobody", handle.kind()), Set.of()), false);
		}
		assertThat(findByToken(sessions, meant.token())).isEmpty();
		assertThat(findByToken(sessions, otherUser.token())).isPresent();
		assertThat(findByToken(sessions, elsewhere.token())).as("another service's session").isPresent();
	}

	/** Handle and names must not use a key of the logout's common part. */
	@Test
	void whenAnotherNodeGoesOnWithALogoutThenItAsksForTheSameSession() throws Exception {
		Sessions.NewSession begun = signOn("alice", one(), two());
		LogoutOutcome outcome;
		try (SingleLogout logout = singleLogout()) {
			outcome = logout.end(begun.token());
		}
		assumeTrue(outcome.needsFrontChannel());
		LogoutProgress progress = node().start(outcome, null);
		assertThat(node().find(progress.id()).orElseThrow().toAsk()).extracting(ServiceLogout::session)
			.containsExactlyElementsOf(outcome.services()
				.stream()
				.filter(service -> service.state() == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL)
				.map(ServiceLogout::session)
				.toList());
		for (ServiceLogout service : progress.toAsk()) {
			assertThat(node().ask(String.valueOf(service.ticket()), OpenLogoutRequest.Presentation.FRAME))
				.hasValueSatisfying(request -> assertThat(request.service()).isEqualTo(service.service()));
		}
	}

	@Test
	void whenAnotherNodeFinishesALogoutThenTheServiceThatBeganIsAnsweredAlike() throws Exception {
		Sessions.NewSession begun = signOn("alice", one(), two());
		RequestedLogout requested = logoutRequest(one(), handleIn(begun.session(), one()), Set.of());
		assertThat(requested.own()).as("own keys that the test covers").isNotEmpty();
		LogoutOutcome outcome;
		try (SingleLogout logout = singleLogout()) {
			outcome = logout.end(requested, true);
		}
		LogoutProgress progress = node().start(outcome, requested);
		List<Object> kept = new ArrayList<>();
		LogoutResult result = node(answering(kept)).result(progress.id()).orElseThrow();
		assertThat(result.initiator()).isEqualTo(one());
		assertThat(result.answer()).isPresent();
		assertThat(kept).containsExactly(requested.own());
	}

	/** The protocol, recording the data from which it creates responses. */
	private LogoutProtocol answering(List<Object> kept) {
		LogoutProtocol protocol = logoutProtocol();
		return (LogoutProtocol) Proxy.newProxyInstance(LogoutProtocol.class.getClassLoader(),
				new Class<?>[] { LogoutProtocol.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("answer")) {
						kept.add(arguments[1]);
					}
					return method.invoke(protocol, arguments);
				});
	}

	private static Handle handleIn(SsoSession session, String service) {
		return session.services()
			.stream()
			.filter(signOn -> signOn.service().equals(service))
			.findFirst()
			.orElseThrow()
			.handle();
	}

	private SingleLogout singleLogout() {
		return new SingleLogout(sessions, List.of(logoutProtocol()),
				new LogoutSettings(Duration.ofSeconds(3), Duration.ofSeconds(5)));
	}

	private FrontChannelLogout node() {
		return node(logoutProtocol());
	}

	private FrontChannelLogout node(LogoutProtocol protocol) {
		return new FrontChannelLogout(store, SessionFixtures.sealer(1), List.of(protocol),
				new OpenLogoutRequests(store, SessionFixtures.sealer(1), clock), clock, RANDOM);
	}

}
