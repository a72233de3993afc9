package org.campanile.logout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terminates sessions, and requests their services to terminate theirs. The session at
 * this server is terminated first, so that it can no longer be used to sign on, whatever
 * services do. Then requests are sent, all at the same time, to every service with a back
 * channel. Services without one, or that do not answer, remain to be notified through the
 * browser if there is one.
 * <p>
 * A service that fails, hangs or no longer exists does not affect the others, nor does a
 * protocol that fails. Thread-safe.
 */
public final class SingleLogout implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(SingleLogout.class);

	/** The time for work besides waiting: creating and validating signatures. */
	private static final Duration GRACE = Duration.ofSeconds(1);

	private static final int AT_ONCE = 100;

	private static final String UNNAMED = "";

	private final Sessions sessions;

	private final Map<ProtocolId, LogoutProtocol> protocols;

	private final LogoutSettings settings;

	/** Runs each request in a thread of its own, as it mostly waits for the service. */
	private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

	/**
	 * @param protocols with distinct ids; services of other protocols cannot be notified
	 */
	public SingleLogout(Sessions sessions, Collection<? extends LogoutProtocol> protocols, LogoutSettings settings) {
		this.sessions = sessions;
		this.protocols = protocols.stream()
			.collect(Collectors.toUnmodifiableMap(LogoutProtocol::id, Function.identity()));
		this.settings = settings;
	}

	/**
	 * Terminates the session of a browser, for a logout that begins here.
	 * @param token the cookie's value, not validated
	 */
	public LogoutOutcome end(String token) {
		List<SsoSession> ended = new ArrayList<>();
		boolean failed = false;
		try {
			// Read first: if the session is terminated but the store's answer is lost,
			// the store no longer knows which services to notify.
			Optional<SsoSession> session = sessions.read(token);
			failed = session.isPresent() && !end(session.get(), ended);
		}
		catch (StoreUnavailableException ex) {
			failed = true;
			later(sessions.endLater(token), ex);
		}
		return new LogoutOutcome(ended, ask(services(ended), true), failed);
	}

	/**
	 * Terminates the sessions that a service requests to terminate, whichever node they
	 * were created on; only sessions in which this service received this identifier. If
	 * the request names no session, all sessions of that identifier are terminated.
	 * @param browser whether the request came through a browser, which can be redirected
	 * to other services
	 */
	public LogoutOutcome end(RequestedLogout request, boolean browser) {
		List<SsoSession> ended = new ArrayList<>();
		boolean failed = false;
		try {
			for (SsoSession session : sessions.findByHandle(request.protocol(), request.service(), request.handle())) {
				switch (matches(request, session)) {
					case YES -> failed |= !end(session, ended);
					case UNKNOWN -> failed = true;
					case NO -> {
					}
				}
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("{} requested a logout, but its sessions could not be read from the store and still exist: {}",
					request.service(), ex.getMessage());
			failed = true;
		}
		List<ServiceSession> others = services(ended).stream().filter(service -> !isOf(service, request)).toList();
		return new LogoutOutcome(ended, ask(others, browser), failed);
	}

	private boolean end(SsoSession session, List<SsoSession> ended) {
		try {
			sessions.end(session.key()).ifPresent(ended::add);
			return true;
		}
		catch (StoreUnavailableException ex) {
			later(sessions.endLater(session), ex);
			return false;
		}
	}

	private static void later(boolean waits, StoreUnavailableException ex) {
		logger.warn("A session was not terminated, because the store did not answer; {}: {}",
				waits ? "this will be retried" : "it may last until it expires", ex.getMessage());
	}

	/**
	 * Notifies the services of sessions that were terminated otherwise, by an
	 * administrator or when the store was available again; without a browser. A service
	 * is notified once for all sessions of an identifier, and the services of
	 * {@value #AT_ONCE} sessions at the same time.
	 * @param ended terminated sessions, of any users
	 */
	public LogoutOutcome afterEnd(List<SsoSession> ended) {
		List<ServiceLogout> answers = new ArrayList<>();
		for (int from = 0; from < ended.size(); from += AT_ONCE) {
			answers.addAll(ask(services(ended.subList(from, Math.min(from + AT_ONCE, ended.size()))), false));
		}
		return new LogoutOutcome(ended, answers, false);
	}

	private static boolean isOf(ServiceSession session, RequestedLogout request) {
		return session.protocol().equals(request.protocol()) && session.service().equals(request.service());
	}

	private enum Match {

		YES, NO, UNKNOWN

	}

	/**
	 * Matches a session; a protocol that fails for one session does not keep others from
	 * being terminated.
	 */
	private Match matches(RequestedLogout request, SsoSession session) {
		return isolated(request.service(), Match.UNKNOWN, () -> means(request, session) ? Match.YES : Match.NO);
	}

	private boolean means(RequestedLogout request, SsoSession session) {
		return session.services()
			.stream()
			.filter(service -> service.protocol().equals(request.protocol())
					&& service.service().equals(request.service()) && service.handle().value().equals(request.handle())
					&& request.means().test(service.handle()))
			.anyMatch(service -> request.sessions().isEmpty() || request.sessions().contains(nameOf(session, service)));
	}

	/**
	 * Returns one entry for each handle at each service, in the order of the sign-ons.
	 */
	private List<ServiceSession> services(List<SsoSession> ended) {
		Map<Known, Set<String>> names = new LinkedHashMap<>();
		for (SsoSession session : ended) {
			for (ServiceSignOn service : session.services()) {
				names
					.computeIfAbsent(new Known(service.protocol(), service.service(), service.handle()),
							known -> new LinkedHashSet<>())
					.add(sessionName(session, service));
			}
		}
		List<ServiceSession> services = new ArrayList<>();
		names.forEach((known, sessionNames) -> services
			.add(new ServiceSession(known.protocol(), known.service(), known.handle(), List.copyOf(sessionNames))));
		return services;
	}

	private record Known(ProtocolId protocol, String service, Handle handle) {
	}

	/**
	 * The empty string for a protocol that this server no longer supports or that fails;
	 * the service is not notified.
	 */
	private String sessionName(SsoSession session, ServiceSignOn service) {
		return protocols.containsKey(service.protocol())
				? isolated(service.service(), UNNAMED, () -> nameOf(session, service)) : UNNAMED;
	}

	private String nameOf(SsoSession session, ServiceSignOn service) {
		return Objects.requireNonNull(protocols.get(service.protocol()))
			.sessionName(session, service.service(), service.handle());
	}

	/**
	 * Runs work in isolation: a fault of one protocol, or in its data about one service,
	 * does not keep others from being notified.
	 */
	static <T> T isolated(String service, T otherwise, Supplier<T> work) {
		try {
			return work.get();
		}
		catch (RuntimeException ex) {
			logger.error("The logout of {} failed in its protocol, the others go on", service, ex);
			return otherwise;
		}
	}

	private LogoutProtocol.Reach reach(ServiceSession service) {
		LogoutProtocol protocol = protocols.get(service.protocol());
		return protocol == null || service.sessions().contains(UNNAMED) ? LogoutProtocol.Reach.NONE
				: isolated(service.service(), LogoutProtocol.Reach.NONE, () -> protocol.reach(service));
	}

	private ServiceLogoutState ask(ServiceSession service) {
		LogoutProtocol protocol = protocols.get(service.protocol());
		return protocol == null ? ServiceLogoutState.CANNOT_BE_ASKED : protocol.ask(service);
	}

	private List<ServiceLogout> ask(List<ServiceSession> services, boolean browser) {
		List<LogoutProtocol.Reach> reaches = services.stream().map(this::reach).toList();
		List<Callable<ServiceLogoutState>> asked = new ArrayList<>();
		for (int i = 0; i < services.size(); i++) {
			ServiceSession service = services.get(i);
			boolean direct = reaches.get(i).backChannel();
			asked.add(() -> direct ? ask(service) : ServiceLogoutState.CANNOT_BE_ASKED);
		}
		List<Future<ServiceLogoutState>> answers = invoke(asked);
		List<ServiceLogout> result = new ArrayList<>();
		for (int i = 0; i < services.size(); i++) {
			ServiceLogoutState state = answer(services.get(i), answers.get(i));
			boolean open = state == ServiceLogoutState.NO_ANSWER || state == ServiceLogoutState.CANNOT_BE_ASKED;
			result.add(new ServiceLogout(services.get(i), open && browser && reaches.get(i).frontChannel() != null
					? ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL : state));
		}
		return result;
	}

	/** Requests to services that have not answered in time are cancelled. */
	private List<Future<ServiceLogoutState>> invoke(List<Callable<ServiceLogoutState>> asked) {
		try {
			return executor.invokeAll(asked, settings.backChannelTimeout().plus(GRACE).toMillis(),
					TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return asked.stream()
				.<Future<ServiceLogoutState>>map(
						request -> CompletableFuture.completedFuture(ServiceLogoutState.NO_ANSWER))
				.toList();
		}
	}

	private static ServiceLogoutState answer(ServiceSession service, Future<ServiceLogoutState> answer) {
		return switch (answer.state()) {
			case SUCCESS -> answer.resultNow();
			case FAILED -> {
				logger.warn("{} could not be sent a logout request", service.service(), answer.exceptionNow());
				yield ServiceLogoutState.NO_ANSWER;
			}
			case CANCELLED, RUNNING -> {
				logger.warn("{} did not answer a logout request in time", service.service());
				yield ServiceLogoutState.NO_ANSWER;
			}
		};
	}

	/** Cancels the requests in progress. */
	@Override
	public void close() {
		executor.shutdownNow();
	}

}
