package org.campanile.factor;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.seal.Cbor;
import org.campanile.store.StoreUnavailableException;

/**
 * What users have enrolled, in one sealed record each, and what may be used once of it.
 * Thread-safe and cluster-wide.
 */
public final class Enrolments {

	private static final Logger logger = LoggerFactory.getLogger(Enrolments.class);

	private static final RecordKind ENROLMENT = new RecordKind("enrolment");

	private static final RecordKind HANDLE = new RecordKind("enrolment-handle");

	/** The owner of all enrolments, by which they are listed. */
	private static final String EVERYBODY = "everybody";

	/** Of records that last until they are removed; stores compute with nanoseconds. */
	private static final Duration FOR_GOOD = Duration.ofDays(36_500);

	private static final int HANDLE_BYTES = 32;

	private static final int MAX_TRIES = 5;

	/** Static, as a thread serves one request of one server at a time. */
	private static final ThreadLocal<Map<String, Enrolment>> READING = new ThreadLocal<>();

	private final Records records;

	private final OneTimeStore oneTime;

	private final InstantSource clock;

	private final SecureRandom random;

	private final Executor later;

	/**
	 * @param records durable
	 * @param later runs what a login need not wait for
	 */
	public Enrolments(Records records, OneTimeStore oneTime, InstantSource clock, SecureRandom random, Executor later) {
		this.records = records;
		this.oneTime = oneTime;
		this.clock = clock;
		this.random = random;
		this.later = later;
	}

	/** A time in which this thread reads each enrolment at most once. */
	public interface Reading extends AutoCloseable {

		@Override
		void close();

	}

	/**
	 * Begins a time in which {@link #find} asks the store once for each user: the steps
	 * of one request, which several methods ask about.
	 */
	public Reading reading() {
		if (READING.get() != null) {
			return () -> {
			};
		}
		READING.set(new HashMap<>());
		return READING::remove;
	}

	/**
	 * What a user has enrolled; one read.
	 * @throws StoreUnavailableException also if it was altered in the store; never to be
	 * taken for nothing enrolled
	 */
	public Enrolment find(String principal) throws StoreUnavailableException {
		Map<String, Enrolment> known = READING.get();
		if (known != null && known.get(principal) instanceof Enrolment enrolment) {
			return enrolment;
		}
		Optional<Records.Entry> entry = records.find(ENROLMENT, principal);
		Enrolment enrolment = entry.isPresent() ? open(entry.get()) : Enrolment.none(principal);
		if (known != null) {
			known.put(principal, enrolment);
		}
		return enrolment;
	}

	/**
	 * Changes what a user has enrolled: one read, and one write if it changes. Where
	 * another caller was first, the change is made again to what that one left.
	 * @param change called at least once; a result equal to its argument is not written
	 * @return what is stored now
	 */
	public Enrolment change(String principal, UnaryOperator<Enrolment> change) throws StoreUnavailableException {
		Optional<Records.Entry> entry = records.find(ENROLMENT, principal);
		for (int i = 0; i < MAX_TRIES; i++) {
			Enrolment before = entry.isPresent() ? open(entry.get()) : Enrolment.none(principal);
			Enrolment after = change.apply(before);
			if (after.equals(before)) {
				return remember(before);
			}
			if (entry.isEmpty()) {
				Enrolment first = after.withHandle(handle(principal, after.handle()));
				if (records.create(ENROLMENT, principal, EVERYBODY, end(), Cbor.write(Enrolment.Form.of(first)))) {
					return remember(first);
				}
				entry = records.find(ENROLMENT, principal);
				continue;
			}
			switch (records.update(entry.get(), entry.get().end(), Cbor.write(Enrolment.Form.of(after)))) {
				case Records.Update.Updated updated -> {
					return remember(after);
				}
				case Records.Update.Stale(Records.Entry current) -> entry = Optional.of(current);
				case Records.Update.Gone gone -> entry = Optional.empty();
			}
		}
		throw new StoreUnavailableException("an enrolment changed " + MAX_TRIES + " times while it was to be changed");
	}

	/**
	 * Removes all that a user has enrolled.
	 * @return whether there was anything
	 */
	public boolean remove(String principal) throws StoreUnavailableException {
		Optional<Records.Entry> removed = records.remove(ENROLMENT, principal);
		records.removeByOwner(HANDLE, principal);
		remember(Enrolment.none(principal));
		return removed.isPresent();
	}

	/**
	 * The user of a handle; one read.
	 * @param handle as an authenticator gave it back, untrusted
	 */
	public Optional<String> principalOf(String handle) throws StoreUnavailableException {
		return handle.length() > 2 * HANDLE_BYTES ? Optional.empty()
				: records.find(HANDLE, handle).map(entry -> new String(entry.content(), StandardCharsets.UTF_8));
	}

	/**
	 * Uses up something of a factor, such as a code; one operation.
	 * @param key names it among all of its kind
	 * @param until when it could no longer be used anyway
	 * @return true for exactly one caller on all nodes
	 */
	public boolean useOnce(FactorKind kind, String key, Instant until) throws StoreUnavailableException {
		return oneTime.setReplayKey("factor-" + kind.code(), key, until);
	}

	/**
	 * Notes, some time later, that a further factor was used: at most once a day for each
	 * credential, and when the user takes another kind than the last time. Only what
	 * pages show depends on it.
	 */
	public void noteUse(String principal, Factor factor) {
		Map<String, Enrolment> known = READING.get();
		Enrolment before = known == null ? null : known.get(principal);
		if (before == null || used(before, factor).equals(before)) {
			return;
		}
		later.execute(() -> {
			try {
				change(principal, enrolment -> used(enrolment, factor));
			}
			catch (StoreUnavailableException ex) {
				logger.warn("The use of a factor could not be noted: {}", ex.getMessage());
			}
		});
	}

	private static Enrolment used(Enrolment enrolment, Factor factor) {
		Instant day = factor.at().truncatedTo(ChronoUnit.DAYS);
		Optional<Credential> credential = enrolment.find(factor.credential());
		if (credential.isEmpty()) {
			return enrolment;
		}
		Enrolment noted = day.equals(credential.get().usedAt()) ? enrolment
				: enrolment.with(credential.get().usedAt(day));
		boolean ofLogin = !factor.kind().isSubstitute() && !factor.kind().equals(FactorKind.PIN);
		return ofLogin && !factor.kind().equals(noted.lastUsed()) ? noted.lastUsed(factor.kind()) : noted;
	}

	/**
	 * All enrolments, in arbitrary order.
	 *
	 * @param enrolments one page of them
	 * @param next where the next begins; empty on the last
	 */
	public record Page(List<Enrolment> enrolments, Optional<String> next) {

		public Page {
			enrolments = List.copyOf(enrolments);
		}

	}

	/**
	 * A page of all enrolments.
	 * @param after {@link Page#next} of the page before; "" for the first
	 * @param limit at most so many
	 */
	public Page list(String after, int limit) throws StoreUnavailableException {
		Records.Page page = records.findByOwner(ENROLMENT, EVERYBODY, after, limit);
		return new Page(opened(page.entries()), page.next());
	}

	private static List<Enrolment> opened(List<Records.Entry> entries) throws StoreUnavailableException {
		Enrolment[] opened = new Enrolment[entries.size()];
		for (int i = 0; i < opened.length; i++) {
			opened[i] = open(entries.get(i));
		}
		return List.of(opened);
	}

	private Enrolment remember(Enrolment enrolment) {
		Map<String, Enrolment> known = READING.get();
		if (known != null) {
			known.put(enrolment.principal(), enrolment);
		}
		return enrolment;
	}

	private static Enrolment open(Records.Entry entry) throws StoreUnavailableException {
		return Cbor.read(entry.content(), Enrolment.Form.class)
			.map(Enrolment.Form::toEnrolment)
			.orElseThrow(() -> new StoreUnavailableException(
					"an enrolment is of an unknown form, as a newer version may write; use that version"));
	}

	/**
	 * A new handle, for a user who has none. An authenticator receives it before anything
	 * is stored: the {@linkplain #change change} that stores what it has made sets it.
	 */
	public String newHandle() {
		byte[] bytes = new byte[HANDLE_BYTES];
		random.nextBytes(bytes);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	private String handle(String principal, String proposed) throws StoreUnavailableException {
		String handle = proposed.isEmpty() ? newHandle() : proposed;
		records.create(HANDLE, handle, principal, end(), principal.getBytes(StandardCharsets.UTF_8));
		return handle;
	}

	private Instant end() {
		return clock.instant().plus(FOR_GOOD);
	}

}
