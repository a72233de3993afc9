package org.campanile.testkit.protocol;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.protocol.Answer;
import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;
import org.campanile.service.ServiceRegistry;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.Refusal;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnRequestCodec;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.findByToken;

/**
 * The contract of every {@link SignOnProtocol}, with its registry and its endpoints. An
 * implementation's test class provides them, and two services with a request each, and
 * inherits the tests. A protocol with logout extends {@link LogoutProtocolContract},
 * which includes this one.
 */
public abstract class SignOnProtocolContract {

	/** The time of all tests. */
	protected static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	protected static final SecureRandom RANDOM = new SecureRandom();

	private static final String ELSEWHERE = "https://elsewhere.example.net/";

	private static final ReleasedAttributes NOTHING_RELEASED = new ReleasedAttributes(List.of());

	/** The paths of the server that do not belong to a protocol. */
	private static final Set<String> TAKEN = Set.of("/login", "/logout", "/logout/confirm", "/logout/ask",
			"/logout/again", "/logout/done", "/profile/Logout");

	private final InstantSource clock = InstantSource.fixed(NOW);

	/** The sessions of all tests. */
	protected final Sessions sessions = SessionFixtures.sessions(new HeapSessionStore(clock, new ConcurrentHashMap<>()),
			SessionFixtures.sealer(1), clock);

	/** Creates the test. */
	protected SignOnProtocolContract() {
	}

	/** A new instance of the protocol under test. */
	protected abstract SignOnProtocol signOnProtocol();

	/** Returns the services under test, which include those of {@link #services()}. */
	protected abstract ServiceRegistry registry();

	/** The endpoints of the protocol. */
	protected abstract Set<Endpoint> endpoints();

	/** The ids of two known services. */
	protected abstract List<String> services();

	/**
	 * A valid request of a service, received {@link #NOW}, with as much protocol data as
	 * a request can have.
	 */
	protected abstract SignOnRequest request(String service);

	/** The first of the services. */
	protected final String one() {
		return services().getFirst();
	}

	/** The second of the services. */
	protected final String two() {
		return services().getLast();
	}

	protected final Service service(String id) {
		return registry().find(id).orElseThrow();
	}

	/** A session that is not stored, without sign-ons to services. */
	protected final Sessions.NewSession begin(String principal) {
		return sessions.begin(SessionFixtures.user(principal, NOW), SessionFixtures.mail(principal + "@example.edu"),
				Optional.empty());
	}

	/** A stored session with a sign-on to each of these services. */
	protected final Sessions.NewSession signOn(String principal, String... ids) throws Exception {
		Sessions.NewSession begun = begin(principal);
		SsoSession session = begun.session();
		for (String id : ids) {
			session = Sessions.withService(session,
					new ServiceSignOn(signOnProtocol().id(), id, handle(id, session), NOW));
		}
		sessions.store(session);
		return new Sessions.NewSession(begun.token(), session);
	}

	/** The handle by which the service knows the session. */
	protected final Handle handle(String service, SsoSession session) throws Exception {
		return signOnProtocol().handle(request(service), service(service), session, NOTHING_RELEASED).orElseThrow();
	}

	@Test
	void whenItIsNamedThenAlwaysAlikeAndFitForWhatIsStored() {
		ProtocolId id = signOnProtocol().id();
		assertThat(id.code()).matches("[a-z][a-z0-9]{0,15}");
		assertThat(signOnProtocol().id()).isEqualTo(id);
		assertThat(registry().protocol()).isEqualTo(id);
		assertThat(service(one()).protocol()).isEqualTo(id);
		assertThat(request(one()).protocol()).isEqualTo(id);
	}

	@Test
	void whenServicesAreLookedUpThenByTheirExactNames() {
		assertThat(service(one()).id()).isEqualTo(one());
		assertThat(one()).isNotEqualTo(two());
		assertThat(registry().find(ELSEWHERE)).isEmpty();
		assertThat(registry().find("")).isEmpty();
	}

	@Test
	void whenEndpointsAreDescribedThenEachPathOnceAndNoneOfTheServersOwn() {
		List<String> paths = endpoints().stream().map(Endpoint::path).toList();
		assertThat(paths).doesNotHaveDuplicates().doesNotContainAnyElementsOf(TAKEN);
		assertThat(endpoints()).as("a sign-on begins somewhere")
			.anyMatch(endpoint -> endpoint.kind() == Endpoint.Kind.SIGN_ON
					|| endpoint.kind() == Endpoint.Kind.SIGN_ON_BY_POST);
	}

	/** The protocol's data must not use a key of the common part. */
	@Test
	void whenARequestTravelsThroughTheBrowserThenNothingIsLost() {
		SignOnRequestCodec codec = new SignOnRequestCodec();
		SignOnRequest request = request(one());
		assertThat(request.own()).as("own keys that the test covers").isNotEmpty();
		assertThat(codec.read(codec.write(request)).orElseThrow().request()).isEqualTo(request);
		byte[] browser = { 1, 2, 3 };
		SignOnRequestCodec.Travelling bound = codec.read(codec.write(request.repeatable(), browser)).orElseThrow();
		assertThat(bound.request()).isEqualTo(request.repeatable());
		assertThat(bound.browser()).isEqualTo(browser);
	}

	@Test
	void whenTheAnswerAddressIsNotTheServicesOwnThenItMayNotBeAnswered() {
		SignOnRequest request = request(one());
		assertThat(signOnProtocol().mayAnswer(request, service(one()))).isTrue();
		assertThat(signOnProtocol().mayAnswer(answeredAt(request, ELSEWHERE), service(one()))).isFalse();
		assertThat(signOnProtocol().mayAnswer(answeredAt(request, request(two()).answerUrl()), service(one())))
			.as("another service's address")
			.isFalse();
	}

	private static SignOnRequest answeredAt(SignOnRequest request, String url) {
		return new SignOnRequest(request.protocol(), request.service(), url, request.requestId(), request.demand(),
				request.receivedAt(), request.repeatableUntil(), request.own());
	}

	@Test
	void whenGrantedThenTheAnswerGoesToTheServiceAndTheAuditLogKnowsTheHandle() throws Exception {
		SignOnRequest request = request(one());
		SsoSession session = begin("alice").session();
		Handle handle = handle(one(), session);
		SignOnProtocol.Issued issued = signOnProtocol().grant(request,
				new SignOnOutcome.Granted(service(one()), session, handle, NOTHING_RELEASED,
						new AuthnContexts.Stated(SessionFixtures.CLASS, session.authnInstant()), false,
						SignOnOutcome.Granted.Tracking.RECORDED, Set.of(), Set.of()));
		assertThat(isFor(request, issued.answer())).as(issued.answer().url()).isTrue();
		assertThat(issued.audit().values()).contains(inAuditLog(handle));
	}

	@ParameterizedTest
	@EnumSource(Refusal.class)
	void whenRefusedThenAnAnswerGoesToTheService(Refusal refusal) {
		SignOnRequest request = request(one());
		signOnProtocol().refuse(request, refusal)
			.ifPresent(answer -> assertThat(isFor(request, answer)).as(answer.url()).isTrue());
	}

	/**
	 * Whether the answer is for the request. A redirect may add parameters to the
	 * address.
	 */
	private static boolean isFor(SignOnRequest request, Answer answer) {
		return switch (answer) {
			case Answer.Post post -> post.url().equals(request.answerUrl()) && !post.fields().isEmpty();
			case Answer.Headers headers -> headers.url().equals(request.answerUrl());
			case Answer.Redirect redirect -> redirect.url().equals(request.answerUrl())
					|| redirect.url().startsWith(request.answerUrl() + (request.answerUrl().contains("?") ? '&' : '?'));
		};
	}

	/** Qualifiers must not use a key of the session's common part. */
	@Test
	void whenASessionIsStoredThenItIsFoundByTheHandleAndTheHandleIsWhole() throws Exception {
		Sessions.NewSession stored = signOn("alice", one(), two());
		signOn("bob", one(), two());
		ServiceSignOn signOn = stored.session().services().getFirst();
		assertThat(sessions.findByHandle(signOn.protocol(), signOn.service(), signOn.handle().value()))
			.extracting(SsoSession::key)
			.containsExactly(stored.session().key());
		assertThat(findByToken(sessions, stored.token()).orElseThrow().services())
			.containsExactlyElementsOf(stored.session().services());
	}

	/** Repeated single sign-on to a service adds no second entry to the session. */
	@Test
	void whenAServiceIsSignedOnToAgainThenTheSessionKnowsIt() throws Exception {
		SsoSession session = signOn("alice", one()).session();
		assertThat(session.has(new ServiceSignOn(signOnProtocol().id(), one(), handle(one(), session), NOW)))
			.isEqualTo(!handlesAreNewEachTime());
	}

	/**
	 * Returns the form of a handle in the audit log. A protocol whose handle the service
	 * still has to redeem logs a value that identifies it but cannot be redeemed.
	 */
	protected String inAuditLog(Handle handle) {
		return handle.value();
	}

	/**
	 * Whether each sign-on has a new handle, as with tickets, even if session and service
	 * are the same.
	 */
	protected boolean handlesAreNewEachTime() {
		return false;
	}

}
