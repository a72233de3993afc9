package org.campanile.logout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.session.StoredSession;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;

/** A single logout with sessions on the heap, and services that answer as configured. */
final class SingleLogoutFixture implements AutoCloseable {

	static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	static final ProtocolId PROTOCOL = new ProtocolId("test");

	static final String IDP = "https://login.example.edu/idp";

	static final LogoutSettings SETTINGS = new LogoutSettings(Duration.ofMillis(300), Duration.ofSeconds(5));

	final MutableClock clock = new MutableClock(NOW);

	final Map<SessionKey, StoredSession> stored = new ConcurrentHashMap<>();

	final CountingSessionStore store = new CountingSessionStore(new HeapSessionStore(clock, stored));

	final Sessions sessions = SessionFixtures.sessions(store, SessionFixtures.sealer(1), clock);

	final Services services = new Services();

	final SingleLogout logout = new SingleLogout(sessions, List.of(services), SETTINGS);

	@Override
	public void close() {
		logout.close();
	}

	static Handle handle(String principal, String service) {
		return new Handle(principal + "-at-" + service, "stable", Map.of("by", IDP, "at", service));
	}

	static RequestedLogout selector(String principal, String service) {
		return selector(service, principal + "-at-" + service, Set.of());
	}

	static RequestedLogout selector(String service, String handle, Set<String> names) {
		return new RequestedLogout(PROTOCOL, service, handle, any -> true, names, Map.of(), Map.of());
	}

	static RequestedLogout selector(String service, String handle, Predicate<Handle> means) {
		return new RequestedLogout(PROTOCOL, service, handle, means, Set.of(), Map.of(), Map.of());
	}

	static ServiceSignOn at(ProtocolId protocol, String principal, String service) {
		return new ServiceSignOn(protocol, service, handle(principal, service), NOW);
	}

	/** Signs on at services of {@link #PROTOCOL}; returns the token. */
	String signOn(String principal, String... names) throws Exception {
		return signOn(principal, Stream.of(names).map(name -> at(PROTOCOL, principal, name)).toList());
	}

	String signOn(String principal, List<ServiceSignOn> services) throws Exception {
		var begun = sessions.begin(SessionFixtures.user(principal, NOW), SessionFixtures.mail("m@example.edu"),
				Optional.empty());
		SsoSession session = begun.session();
		for (ServiceSignOn service : services) {
			session = Sessions.withService(session, service);
		}
		sessions.store(session);
		store.forget();
		return begun.token();
	}

	/** Services that answer as a test configures. */
	static final class Services implements LogoutProtocol {

		final Map<String, Function<ServiceSession, ServiceLogoutState>> direct = new ConcurrentHashMap<>();

		final Set<String> front = ConcurrentHashMap.newKeySet();

		final Map<String, Integer> asked = new ConcurrentHashMap<>();

		@Override
		public ProtocolId id() {
			return PROTOCOL;
		}

		@Override
		public String sessionName(SsoSession session, String service, Handle handle) {
			return session.key().value() + " at " + service;
		}

		@Override
		public Reach reach(ServiceSession session) {
			return new Reach(direct.containsKey(session.service()),
					front.contains(session.service()) ? new FrontChannel(List.of(), false) : null);
		}

		@Override
		public ServiceLogoutState ask(ServiceSession session) {
			asked.merge(session.service(), 1, Integer::sum);
			return Objects.requireNonNull(direct.get(session.service())).apply(session);
		}

		@Override
		public Optional<BrowserRequest> askByBrowser(ServiceSession session) {
			return Optional.empty();
		}

		@Override
		public Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status) {
			return Optional.empty();
		}

	}

}
