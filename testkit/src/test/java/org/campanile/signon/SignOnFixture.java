package org.campanile.signon;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy;
import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasePolicy;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;
import org.campanile.service.ServiceCatalog;
import org.campanile.service.ServiceRegistry;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionPolicy;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.session.StoredSession;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnOutcome.Granted;
import org.campanile.signon.SignOnOutcome.LoginRequired;
import org.campanile.signon.SignOnOutcome.LoginRequired.Reason;
import org.campanile.signon.SignOnService.LoginResult;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.testkit.session.HeapSessionStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.CLASS;
import static org.campanile.testkit.session.SessionFixtures.POLICY;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.mail;
import static org.campanile.testkit.session.SessionFixtures.sealer;
import static org.campanile.testkit.session.SessionFixtures.sessions;
import static org.campanile.testkit.session.SessionFixtures.user;

/**
 * A sign-on service with a session store that counts operations, two services, and a
 * directory that answers as configured.
 */
abstract class SignOnFixture {

	static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	static final ProtocolId PROTOCOL = new ProtocolId("test");

	static final String ONE = "https://one.example.org";

	static final String TWO = "https://two.example.org";

	static final String MFA = "https://refeds.org/profile/mfa";

	final MutableClock clock = new MutableClock(START);

	final Map<SessionKey, StoredSession> backend = new HashMap<>();

	final CountingSessionStore store = new CountingSessionStore(new HeapSessionStore(clock, backend));

	final Sessions sessions = sessions(store, sealer(1), clock);

	/** Permits everything unless a test changes it. */
	AccessPolicy access = (target, subject) -> new AccessPolicy.Decision.Permit("no rule");

	final Services services = new Services();

	final Resolver resolver = new Resolver();

	final Protocol protocol = new Protocol();

	final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	final StageTimers timers = new StageTimers(meters);

	final SignOnService service = service(POLICY);

	SignOnService service(SessionPolicy policy, String... classes) {
		return service(policy, steps(classes));
	}

	SignOnService service(SessionPolicy policy, SignOnSteps steps) {
		return new SignOnService(
				() -> new SignOnService.Rules(catalog(services), new ReleaseAll(),
						(target, subject) -> access.decide(target, subject), "192.0.2.7"),
				resolver, List.of(protocol), steps, sessions, policy, clock, timers, List.of());
	}

	/**
	 * Returns steps whose first class requires a password, and each further class a
	 * password and a factor of its own.
	 */
	static SignOnSteps steps(String... classes) {
		List<AuthnContexts.Definition> definitions = new ArrayList<>();
		List<AuthenticationMethod> methods = new ArrayList<>();
		definitions.add(definition(CLASS, "password"));
		methods.add(new FakeMethod(FactorKind.PASSWORD, true));
		for (int i = 1; i < classes.length; i++) {
			definitions.add(definition(classes[i], "password + code-" + i));
			methods.add(new FakeMethod(new FactorKind("code-" + i), false));
		}
		return new SignOnSteps(new AuthnContexts(definitions), methods, false);
	}

	private static AuthnContexts.Definition definition(String authnContextClass, String factors) {
		return new AuthnContexts.Definition(authnContextClass, List.of(AuthnContexts.Combination.of(factors)));
	}

	/** A factor that every user can prove, although no test does. */
	record FakeMethod(FactorKind kind, boolean identifies) implements AuthenticationMethod {

		@Override
		public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
			throw new AssertionError("the use case itself verifies nothing");
		}

	}

	static ServiceCatalog catalog(Services services) {
		return new ServiceCatalog(List.of(services));
	}

	LoginResult login(String entityId) throws Exception {
		return login(request(entityId).build(), user("alice", clock.instant()), Optional.empty());
	}

	/** Signs a user in who has proven everything that was asked for. */
	LoginResult login(SignOnRequest request, AuthenticatedUser user, Optional<SsoSession> previous) throws Exception {
		return login(service, request, user, previous);
	}

	static LoginResult login(SignOnService service, SignOnRequest request, AuthenticatedUser user,
			Optional<SsoSession> previous) throws Exception {
		return service.login(LoginState.begin(request).with(user), previous, false);
	}

	/**
	 * Returns a session of alice that knows the service, and forgets the calls that
	 * created it.
	 */
	SsoSession session(String entityId) throws Exception {
		SsoSession session = findByToken(sessions, login(entityId).token()).orElseThrow();
		store.forget();
		resolver.calls.clear();
		return session;
	}

	RequestBuilder request(String entityId) {
		return new RequestBuilder(entityId, acs(entityId));
	}

	static String acs(String entityId) {
		return entityId + "/acs";
	}

	static Handle handle(String principal, String service) {
		return new Handle(principal + " at " + service, "name");
	}

	static Granted granted(SignOnOutcome outcome) {
		assertThat(outcome).isInstanceOf(Granted.class);
		return (Granted) outcome;
	}

	void assertLogin(SignOnOutcome outcome, Reason reason, String fixedPrincipal) {
		assertThat(outcome).isInstanceOfSatisfying(LoginRequired.class, required -> {
			assertThat(required.reason()).isEqualTo(reason);
			assertThat(required.state().fixedLoginName()).isEqualTo(fixedPrincipal);
		});
	}

	/** Builds a request that has just arrived. */
	final class RequestBuilder {

		private final String entityId;

		private final String responseUrl;

		private boolean force;

		private boolean passive;

		private @Nullable RequestedAuthnContext authnContext;

		RequestBuilder(String entityId, String responseUrl) {
			this.entityId = entityId;
			this.responseUrl = responseUrl;
		}

		RequestBuilder force() {
			force = true;
			return this;
		}

		RequestBuilder passive() {
			passive = true;
			return this;
		}

		RequestBuilder authnContext(Comparison comparison, String... classes) {
			authnContext = new RequestedAuthnContext(comparison, List.of(classes));
			return this;
		}

		SignOnRequest build() {
			return new SignOnRequest(PROTOCOL, entityId, responseUrl, "_1",
					new AuthnDemand(force, passive, authnContext), clock.instant(), null, Map.of());
		}

	}

	/**
	 * A service of that protocol.
	 *
	 * @param answerUrl the only address at which it takes answers
	 */
	record TestService(String id, boolean enabled, String answerUrl) implements Service {

		@Override
		public ProtocolId protocol() {
			return PROTOCOL;
		}

		@Override
		public DisplayInfo display() {
			return DisplayInfo.NONE;
		}

		@Override
		public Optional<String> address() {
			return Optional.of(answerUrl);
		}

		@Override
		public Map<String, Set<String>> entityAttributes() {
			return Map.of();
		}

		@Override
		public Set<String> released() {
			return Set.of();
		}

		@Override
		public Set<String> withheld() {
			return Set.of();
		}

	}

	/** A registry of two services. */
	static class Services implements ServiceRegistry {

		final Map<String, TestService> known = new HashMap<>();

		Services() {
			add(ONE, true);
			add(TWO, true);
		}

		void add(String id, boolean enabled) {
			known.put(id, new TestService(id, enabled, acs(id)));
		}

		@Override
		public ProtocolId protocol() {
			return PROTOCOL;
		}

		@Override
		public Optional<? extends Service> find(String id) {
			return Optional.ofNullable(known.get(id));
		}

	}

	/** A resolver that answers as configured, or reports that the directory is down. */
	static final class Resolver implements AttributeResolver {

		final List<String> calls = new ArrayList<>();

		ResolvedAttributes atLogin = mail("old@example.edu");

		/** The attributes of a new read; null if the directory is down. */
		@Nullable ResolvedAttributes fresh = mail("old@example.edu");

		/** The sources that do not answer, and without which the login continues. */
		Set<String> unavailable = Set.of();

		/** Whether an attribute is not known that decides on access. */
		boolean unknown;

		@Override
		public Resolved resolve(String principal, SourceValues entry) {
			calls.add("resolve " + principal);
			return new Resolved(atLogin, unavailable);
		}

		@Override
		public Resolved resolve(String principal) throws SourceUnavailableException {
			calls.add("read " + principal);
			if (fresh == null) {
				throw new SourceUnavailableException("ldap", "configured to be down");
			}
			return new Resolved(fresh, unavailable);
		}

		@Override
		public Resolved refresh(String principal, ResolvedAttributes older) throws SourceUnavailableException {
			calls.add("refresh " + principal);
			if (unknown || fresh == null) {
				throw unknown ? new UnusableAnswerException("ldap", "configured to be unknown")
						: new SourceUnavailableException("ldap", "configured to be down");
			}
			return new Resolved(fresh, unavailable);
		}

	}

	static final class ReleaseAll implements ReleasePolicy {

		@Override
		public ReleasedAttributes release(ResolvedAttributes attributes, Service service,
				RequestedAttributes requested) {
			return new ReleasedAttributes(attributes.values()
				.entrySet()
				.stream()
				.map(entry -> new ReleasedAttribute(entry.getKey(), entry.getValue()))
				.toList());
		}

	}

	/** A protocol whose handle is made of the names of the user and the service. */
	static final class Protocol implements SignOnProtocol {

		boolean none;

		String kind = "name";

		ResolvedAttributes attributes = ResolvedAttributes.NONE;

		@Override
		public ProtocolId id() {
			return PROTOCOL;
		}

		@Override
		public boolean mayAnswer(SignOnRequest request, Service service) {
			return ((TestService) service).answerUrl().equals(request.answerUrl());
		}

		@Override
		public RequestedAttributes requested(SignOnRequest request, Service service) {
			return RequestedAttributes.NONE;
		}

		@Override
		public Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session,
				ReleasedAttributes released) {
			this.attributes = session.attributes();
			Handle handle = SignOnFixture.handle(session.principal(), service.id());
			return none ? Optional.empty() : Optional.of(new Handle(handle.value(), kind));
		}

		@Override
		public Issued grant(SignOnRequest request, Granted granted) {
			return new Issued(new Answer.Redirect(request.answerUrl()), Map.of());
		}

		@Override
		public Optional<Answer> refuse(SignOnRequest request, Refusal refusal) {
			return Optional.of(new Answer.Redirect(request.answerUrl()));
		}

	}

}
