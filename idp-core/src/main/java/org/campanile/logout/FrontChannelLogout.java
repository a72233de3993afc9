package org.campanile.logout;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.logout.LogoutSealing.Progress;
import org.campanile.logout.LogoutSealing.Reply;
import org.campanile.logout.LogoutSealing.Service;
import org.campanile.logout.LogoutSealing.Ticket;
import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Answer;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Cbor;
import org.campanile.seal.RandomValues;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;

/**
 * A logout through the browser, which any node can continue at any point. Thread-safe.
 * <p>
 * The sequence is: {@link #start}, then {@link #ask} for each step that has a ticket, in
 * parallel frames or one after the other; each response, once validated by its protocol,
 * goes to {@link #answered}; at the end, or after the time limit, {@link #result}.
 * Reloading is harmless at every point: a reloaded page shows the current state, a
 * repeated step sends a new request, and the result can only improve, because a service
 * that did not answer or refused may be sent another request.
 * <p>
 * Values in the store are written once and never modified, so every part of a logout has
 * its own key: its start, each open request, each response. Nothing is lost when
 * responses arrive at the same time or when a node fails. All values expire after
 * {@link #LIFETIME}.
 */
public final class FrontChannelLogout {

	/** The time limit of a logout. */
	public static final Duration LIFETIME = OpenLogoutRequests.LIFETIME;

	private static final Logger logger = LoggerFactory.getLogger(FrontChannelLogout.class);

	/** The kind of the stored start of a logout. */
	private static final String LOGOUT = "logout";

	/** The kind of the stored responses, one for each state a service can report. */
	private static final String ANSWER = "logout-answer";

	private static final byte[] SAID = {};

	private static final int ID_BYTES = 32;

	private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{43}");

	/**
	 * The maximum length of a ticket, in characters; far more than the longest identifier
	 * needs.
	 */
	private static final int MAX_TICKET = 24 * 1024;

	/**
	 * The maximum size of the stored services, in bytes; the rest of the value is for the
	 * request of the initiating service, and the seal.
	 */
	private static final int MAX_SERVICES = OneTimeStore.MAX_VALUE - 16 * 1024;

	private final OneTimeStore store;

	private final LogoutSealing sealing;

	private final Map<ProtocolId, LogoutProtocol> protocols;

	private final OpenLogoutRequests openRequests;

	private final InstantSource clock;

	private final SecureRandom random;

	/**
	 * @param protocols with distinct ids; services of other protocols cannot be notified
	 * @param openRequests the requests that await a response
	 */
	public FrontChannelLogout(OneTimeStore store, Sealer sealer, Collection<? extends LogoutProtocol> protocols,
			OpenLogoutRequests openRequests, InstantSource clock, SecureRandom random) {
		this.store = store;
		this.sealing = new LogoutSealing(sealer);
		this.protocols = protocols.stream()
			.collect(Collectors.toUnmodifiableMap(LogoutProtocol::id, Function.identity()));
		this.openRequests = openRequests;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Returns the outcome with as many services to be notified through the browser as one
	 * value in the store has room for; the others count as not having answered.
	 */
	public LogoutOutcome limitedToStore(LogoutOutcome outcome) {
		List<ServiceLogout> unasked = outcome.withoutFrontChannel().services();
		int[] names = unasked.stream().mapToInt(FrontChannelLogout::size).toArray();
		int room = MAX_SERVICES - IntStream.of(names).sum();
		int left = 0;
		List<ServiceLogout> services = new ArrayList<>();
		for (int i = 0; i < names.length; i++) {
			ServiceLogout service = outcome.services().get(i);
			boolean toAsk = service.state() == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL;
			int more = toAsk ? size(service) - names[i] : 0;
			if (toAsk && more > room) {
				left++;
				services.add(unasked.get(i));
			}
			else {
				room -= more;
				services.add(service);
			}
		}
		if (left > 0) {
			logger.warn("{} of {} services were not notified of a logout, because the store does not hold so many "
					+ "in one value", left, services.size());
		}
		return new LogoutOutcome(outcome.ended(), services, outcome.storeFailed());
	}

	private static int size(ServiceLogout service) {
		return Cbor.write(stored(service)).length;
	}

	private static Service stored(ServiceLogout service) {
		return service.state() == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL ? Service.of(service)
				: Service.withoutSession(service);
	}

	/**
	 * Starts the logout at services, after the sessions at this server have been
	 * terminated.
	 * @param outcome {@linkplain #limitedToStore limited}
	 * @param initiator the request of the initiating service; null if the logout began
	 * here
	 * @throws StoreUnavailableException if it cannot be stored, also because it is larger
	 * than a store accepts; the caller then continues with {@link #finishNow} with the
	 * outcome {@link LogoutOutcome#withoutFrontChannel()}
	 */
	public LogoutProgress start(LogoutOutcome outcome, @Nullable RequestedLogout initiator)
			throws StoreUnavailableException {
		String id = RandomValues.token(ID_BYTES, random);
		Instant end = clock.instant().plus(LIFETIME);
		Progress progress = new Progress(initiator == null ? null : Reply.to(initiator),
				outcome.services().stream().map(FrontChannelLogout::stored).toList(), outcome.storeFailed(),
				outcome.ended().size());
		put(LOGOUT, id, progress, end);
		return new LogoutProgress(id, steps(id, progress, false));
	}

	/**
	 * The result if no service is to be notified through the browser; nothing is stored.
	 * @param initiator as for {@link #start}
	 */
	public LogoutResult finishNow(LogoutOutcome outcome, @Nullable RequestedLogout initiator) {
		LogoutOutcome last = outcome.withoutFrontChannel();
		return result(initiator == null ? null : Reply.to(initiator), last.services(), LogoutStatus.of(last));
	}

	/**
	 * Whether a logout can have that id.
	 * @param id as sent by the browser, not validated
	 */
	public static boolean isId(String id) {
		return ID.matcher(id).matches();
	}

	/**
	 * A logout in progress, to show its page, again or on another node.
	 * @param id as sent by the browser, not validated
	 * @return including the responses received so far; empty if there is none or it is
	 * over ten minutes old
	 */
	public Optional<LogoutProgress> find(String id) throws StoreUnavailableException {
		return read(id).map(progress -> new LogoutProgress(id, steps(id, progress, true)));
	}

	/**
	 * The request for one service.
	 * @param ticket of the {@linkplain ServiceLogout#ticket() service}, as sent by the
	 * browser, not validated
	 * @return empty if the ticket is invalid or too old, or if the service no longer
	 * exists or no longer has an endpoint for it
	 * @throws StoreUnavailableException if the open request cannot be stored
	 */
	public Optional<Request> ask(String ticket, OpenLogoutRequest.Presentation presentation)
			throws StoreUnavailableException {
		Optional<Ticket> opened = ticket(ticket);
		if (opened.isEmpty()) {
			return Optional.empty();
		}
		ServiceSession session = opened.get().s().session();
		LogoutProtocol protocol = protocols.get(session.protocol());
		Optional<LogoutProtocol.BrowserRequest> request = protocol == null ? Optional.empty()
				: SingleLogout.isolated(session.service(), Optional.empty(), () -> protocol.askByBrowser(session));
		String requestId = request.map(LogoutProtocol.BrowserRequest::id).orElse(null);
		if (requestId != null) {
			openRequests.put(session.protocol(), requestId, session.service(),
					new OpenLogoutRequest(opened.get().l(), opened.get().i(), presentation));
		}
		return request.map(asked -> new Request(session.protocol(), session.service(), asked.message()));
	}

	/**
	 * A request to one service.
	 *
	 * @param protocol the protocol of its recipient
	 * @param service the id of its recipient
	 * @param message the message that the browser delivers
	 */
	public record Request(ProtocolId protocol, String service, Answer message) {
	}

	/**
	 * Returns how a service can currently be notified through the browser; empty if it
	 * cannot.
	 */
	public Optional<LogoutProtocol.FrontChannel> channel(ServiceSession session) {
		LogoutProtocol protocol = protocols.get(session.protocol());
		return protocol == null ? Optional.empty() : SingleLogout.isolated(session.service(), Optional.empty(),
				() -> Optional.ofNullable(protocol.reach(session).frontChannel()));
	}

	/**
	 * Stores a response. A service that has once confirmed the termination of its session
	 * is not sent another request, whatever it responds later.
	 */
	public void answered(LogoutAnswer answer) throws StoreUnavailableException {
		OpenLogoutRequest request = answer.request();
		// An answer that is already stored has the same content.
		store.put(ANSWER, answerKey(request.progressId(), request.index(), answer.state()), SAID,
				clock.instant().plus(LIFETIME));
	}

	/**
	 * The current result of a logout: services without a response count as not having
	 * answered.
	 * @param id as sent by the browser, not validated
	 * @return empty if there is no such logout, or it is over ten minutes old
	 */
	public Optional<LogoutResult> result(String id) throws StoreUnavailableException {
		return read(id).map(progress -> {
			List<ServiceLogout> last = steps(id, progress, true).stream()
				.map(service -> service.state() == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL
						? service.as(ServiceLogoutState.NO_ANSWER) : service)
				.toList();
			boolean complete = !progress.f()
					&& last.stream().allMatch(service -> service.state() == ServiceLogoutState.ENDED);
			return result(progress.r(), last, complete ? LogoutStatus.SUCCESS : LogoutStatus.PARTIAL);
		});
	}

	/** Returns each service in its current state. */
	private List<ServiceLogout> steps(String id, Progress progress, boolean answers) {
		List<ServiceLogout> steps = new ArrayList<>();
		for (int i = 0; i < progress.s().size(); i++) {
			Service service = progress.s().get(i);
			ServiceLogoutState state = ServiceLogoutState.valueOf(service.s());
			boolean front = state == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL;
			if (front && answers) {
				state = answer(id, i).orElse(state);
			}
			boolean open = front && state != ServiceLogoutState.ENDED;
			steps.add(new ServiceLogout(service.session(), state, open ? seal(id, i, service) : null));
		}
		return steps;
	}

	/**
	 * Returns the answer of a service; if the store fails, it counts as not having
	 * answered.
	 */
	private Optional<ServiceLogoutState> answer(String id, int index) {
		try {
			for (ServiceLogoutState state : List.of(ServiceLogoutState.ENDED, ServiceLogoutState.REFUSED)) {
				if (store.find(ANSWER, answerKey(id, index, state)).isPresent()) {
					return Optional.of(state);
				}
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("Whether a service answered a logout request is unknown and is treated as no answer: {}",
					ex.getMessage());
		}
		return Optional.empty();
	}

	private Optional<Progress> read(String id) throws StoreUnavailableException {
		return isId(id)
				? store.find(LOGOUT, id).flatMap(sealed -> sealing.open(place(LOGOUT, id), sealed, Progress.class))
				: Optional.empty();
	}

	private void put(String kind, String id, Object form, Instant end) throws StoreUnavailableException {
		byte[] sealed = sealing.seal(place(kind, id), form);
		if (sealed.length > OneTimeStore.MAX_VALUE) {
			throw new StoreUnavailableException("a logout of " + sealed.length + " bytes is larger than the "
					+ OneTimeStore.MAX_VALUE + " a store accepts");
		}
		if (!store.put(kind, id, sealed, end)) {
			throw new StoreUnavailableException("a logout's identifier was already taken");
		}
	}

	private String seal(String id, int index, Service service) {
		Ticket ticket = new Ticket(id, index, service, clock.instant().plus(LIFETIME).toEpochMilli());
		return sealing.sealToken(ticket);
	}

	private Optional<Ticket> ticket(String text) {
		if (text.length() > MAX_TICKET) {
			return Optional.empty();
		}
		return sealing.openToken(text, Ticket.class).filter(ticket -> clock.instant().toEpochMilli() < ticket.t());
	}

	private LogoutResult result(@Nullable Reply reply, List<ServiceLogout> last, LogoutStatus status) {
		LogoutProtocol protocol = reply == null ? null : protocols.get(reply.protocolId());
		return new LogoutResult(reply == null ? null : reply.e(), last, status,
				reply == null || protocol == null ? Optional.empty() : SingleLogout.isolated(reply.e(),
						Optional.empty(), () -> protocol.answer(reply.e(), reply.texts(), status)));
	}

	private static String answerKey(String id, int index, ServiceLogoutState state) {
		return id + ' ' + index + ' ' + state.name();
	}

	private static String place(String kind, String id) {
		return kind + ' ' + id;
	}

}
