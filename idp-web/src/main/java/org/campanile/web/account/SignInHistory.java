package org.campanile.web.account;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.annotation.PreDestroy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.audit.AuditEvent;
import org.campanile.authn.FactorKind;
import org.campanile.factor.passkey.PasskeyMethod;
import org.campanile.record.RecordKind;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.record.UnreadableRecordException;
import org.campanile.seal.Cbor;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.AuditListener;
import org.campanile.web.audit.UserAgent;

/**
 * Stores the last sign-ins and refusals of each user, taken from the audit log some
 * seconds later, all of a user in one write: a login waits for nothing. Refusals under a
 * name are stored only if that name already has a record, so that guesses create none.
 * Thread-safe.
 */
final class SignInHistory implements AuditListener {

	private static final Logger logger = LoggerFactory.getLogger(SignInHistory.class);

	private static final String NOT_KEPT = "Recent sign-ins of {} users were not kept for their pages: {}";

	private static final RecordKind KIND = new RecordKind("sign-ins");

	private static final Duration KEPT = Duration.ofDays(90);

	/**
	 * The number of waiting events beyond which new ones are dropped: the store is too
	 * slow for them.
	 */
	private static final int MAX_WAITING = 10_000;

	/** The same for refusals, so that a flood of guesses leaves room for sign-ins. */
	private static final int MAX_WAITING_REFUSALS = MAX_WAITING / 2;

	private static final int MAX_NAME = 256;

	/** The time in which the further factors of a login follow the first one. */
	private static final Duration LOGIN = Duration.ofMinutes(10);

	/** The maximum size before sealing, which adds a little. */
	private static final int MAX_CONTENT = RecordStore.MAX_STATE - 1024;

	private final Records records;

	private final RequestOrigins origins;

	private final int most;

	private final InstantSource clock;

	private final ReentrantLock lock = new ReentrantLock();

	private Map<String, List<Event>> waiting = new HashMap<>();

	private int count;

	private int dropped;

	SignInHistory(Records records, RequestOrigins origins, int most, InstantSource clock) {
		this.records = records;
		this.origins = origins;
		this.most = most;
		this.clock = clock;
	}

	/**
	 * An event of the history.
	 *
	 * @param t when, milliseconds since the epoch
	 * @param r why it was refused, without the random part of the code; absent for a
	 * sign-in
	 * @param f the kind of factor; absent for the password; after a login with several,
	 * all of them, joined by +
	 * @param s the service
	 * @param d the device; absent if not known
	 * @param n the network; absent if not known
	 * @param b how a program sent the password; absent if it was not a program
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Event(long t, @Nullable String r, @Nullable String f, @Nullable String s, @Nullable String d,
			@Nullable String n, @Nullable String b) {

		Instant at() {
			return Instant.ofEpochMilli(t);
		}

		/** Returns the kinds of factors, in order. */
		Stream<String> kinds() {
			return f == null ? Stream.of(FactorKind.PASSWORD.code()) : Stream.of(f.split("\\+"));
		}

		/**
		 * Whether it may belong to an earlier sign-in. A password or a passkey may begin
		 * a sign-in, none of which is hidden behind another.
		 */
		boolean isFurther() {
			return r == null && f != null && !f.equals(PasskeyMethod.KIND.code()) && !f.contains("+");
		}

		/** Whether this further factor belongs to that sign-in. */
		boolean continues(Event before) {
			return before.r == null && t - before.t < LOGIN.toMillis() && sharesOrigin(before)
					&& before.kinds().noneMatch(kind -> kind.equals(f));
		}

		/** Whether the program of this sign-in has signed in before. */
		boolean repeats(Event before) {
			return b != null && r == null && before.r == null && sharesOrigin(before);
		}

		private boolean sharesOrigin(Event other) {
			return Objects.equals(s, other.s) && Objects.equals(d, other.d) && Objects.equals(n, other.n)
					&& Objects.equals(b, other.b);
		}

		Event and(Event further) {
			return new Event(t, r, Stream.concat(kinds(), further.kinds()).collect(Collectors.joining("+")), s, d, n,
					b);
		}

	}

	/**
	 * @param e events, the latest first
	 */
	private record Form(List<Event> e) {

		/** Jackson reports what is thrown here. */
		Form {
			e = List.copyOf(e);
		}

	}

	@Override
	public void recorded(AuditEvent event) {
		boolean refused = event.type() == AuditEvent.Type.LOGIN_REFUSED;
		String user = event.fields().get("user");
		if ((!refused && event.type() != AuditEvent.Type.LOGIN) || user == null || user.length() > MAX_NAME) {
			return;
		}
		int dash = event.code().lastIndexOf('-');
		String device = UserAgent.device(event.fields().get("userAgent"));
		String network = origins.network(Objects.requireNonNullElse(event.fields().get("address"), ""));
		Event seen = new Event(clock.instant().toEpochMilli(),
				refused ? event.code().substring(0, dash < 0 ? event.code().length() : dash) : null,
				event.fields().get("factor"), event.fields().get("service"), device.isEmpty() ? null : device,
				network.isEmpty() ? null : network, event.fields().get("by"));
		lock.lock();
		try {
			if (count < (refused ? MAX_WAITING_REFUSALS : MAX_WAITING)) {
				count++;
				waiting.computeIfAbsent(user, name -> new ArrayList<>()).addFirst(seen);
			}
			else {
				dropped++;
			}
		}
		finally {
			lock.unlock();
		}
	}

	/** Stores the events received since the last time. */
	@Scheduled(fixedDelay = 5, timeUnit = TimeUnit.SECONDS)
	void flush() {
		Map<String, List<Event>> taken;
		int lost;
		lock.lock();
		try {
			taken = waiting;
			lost = dropped;
			waiting = new HashMap<>();
			count = 0;
			dropped = 0;
		}
		finally {
			lock.unlock();
		}
		if (lost > 0) {
			logger.warn("{} recent sign-ins and refusals were not kept for their users' pages: too many at once", lost);
		}
		int left = taken.size();
		int refused = 0;
		StoreRefusedException refusal = null;
		for (Map.Entry<String, List<Event>> entry : taken.entrySet()) {
			try {
				store(entry.getKey(), entry.getValue());
			}
			catch (UnreadableRecordException ex) {
				// The records of other users may open.
				logger.warn("Recent sign-ins of a user were not kept for the user's page: {}", ex.getMessage());
			}
			catch (StoreRefusedException ex) {
				// A full store still updates the records that it has.
				refused++;
				refusal = ex;
			}
			catch (StoreUnavailableException ex) {
				logger.warn(NOT_KEPT, refused + left, ex.getMessage());
				return;
			}
			left--;
		}
		if (refusal != null) {
			logger.warn(NOT_KEPT, refused, refusal.getMessage());
		}
	}

	@PreDestroy
	void close() {
		flush();
	}

	private void store(String user, List<Event> latest) throws StoreUnavailableException {
		Instant end = clock.instant().plus(KEPT);
		Optional<Records.Entry> before = records.find(KIND, user);
		while (before.isPresent()) {
			List<Event> events = new ArrayList<>(latest);
			events.addAll(read(before.get()));
			switch (records.update(before.get(), end, write(events))) {
				case Records.Update.Updated updated -> {
					return;
				}
				case Records.Update.Stale(Records.Entry current) -> before = Optional.of(current);
				case Records.Update.Gone gone -> before = Optional.empty();
			}
		}
		if (latest.stream().anyMatch(event -> event.r() == null)) {
			// If another node was first, the events seen by this one are lost.
			records.create(KIND, user, user, end, write(latest));
		}
	}

	/**
	 * Writes as many events as are kept and fit: the names of services and networks may
	 * be long.
	 */
	private byte[] write(List<Event> events) {
		List<Event> kept = kept(events);
		byte[] content = Cbor.write(new Form(kept));
		while (content.length > MAX_CONTENT) {
			kept = kept.subList(0, kept.size() * 3 / 4);
			content = Cbor.write(new Form(kept));
		}
		return content;
	}

	/**
	 * Returns the latest events. At most half of them are refusals, unless there are too
	 * few sign-ins: otherwise an intruder could hide a sign-in behind wrong guesses.
	 * @param recorded in any order, as nodes store what they have seen one after the
	 * other
	 */
	private List<Event> kept(List<Event> recorded) {
		Instant oldest = clock.instant().minus(KEPT);
		List<Event> recent = recorded.stream()
			.filter(event -> !event.at().isBefore(oldest))
			.sorted(Comparator.comparing(Event::at).reversed())
			.toList();
		List<Event> events = logins(recent);
		long signIns = events.stream().filter(event -> event.r() == null).count();
		long refusals = Math.max(most / 2, most - signIns);
		List<Event> kept = new ArrayList<>();
		for (Event event : events) {
			if (kept.size() < most && (event.r() == null || refusals-- > 0)) {
				kept.add(event);
			}
		}
		return kept;
	}

	/**
	 * Joins the factors of a login, each of which is an event, and the logins of a
	 * program, which may log in every minute.
	 */
	private static List<Event> logins(List<Event> events) {
		List<Event> logins = new ArrayList<>();
		for (Event event : events.reversed()) {
			logins.removeIf(event::repeats);
			Optional<Event> before = event.isFurther() ? logins.stream().filter(event::continues).findFirst()
					: Optional.empty();
			if (before.isPresent()) {
				logins.set(logins.indexOf(before.get()), before.get().and(event));
			}
			else {
				logins.addFirst(event);
			}
		}
		return logins;
	}

	private static List<Event> read(Records.Entry entry) {
		return Cbor.read(entry.content(), Form.class).map(Form::e).orElse(List.of());
	}

	/** Returns a user's events, the latest first; one read. */
	List<Event> of(String principal) throws StoreUnavailableException {
		List<Event> events = new ArrayList<>();
		lock.lock();
		try {
			events.addAll(waiting.getOrDefault(principal, List.of()));
		}
		finally {
			lock.unlock();
		}
		records.find(KIND, principal).ifPresent(entry -> events.addAll(read(entry)));
		return kept(events);
	}

}
