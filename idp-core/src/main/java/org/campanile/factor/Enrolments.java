package org.campanile.factor;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.record.UnreadableRecordException;
import org.campanile.seal.Cbor;
import org.campanile.seal.RandomValues;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;

/**
 * Stores what users have enrolled, in one sealed record each, and marks what may be used
 * only once. Thread-safe and cluster-wide.
 */
public final class Enrolments {

	private static final Logger logger = LoggerFactory.getLogger(Enrolments.class);

	/** Longer than the form of an enrolment can be sent. */
	public static final Duration FORM_LIFETIME = Duration.ofDays(2);

	static final RecordKind ENROLMENT = new RecordKind("enrolment");

	static final RecordKind HANDLE = new RecordKind("enrolment-handle");

	/** The owner of all enrolments, under which they are listed. */
	static final String EVERYBODY = "everybody";

	/**
	 * The lifetime of records that last until they are removed; finite, as stores compute
	 * with nanoseconds.
	 */
	private static final Duration FOR_GOOD = Duration.ofDays(36_500);

	private static final int HANDLE_BYTES = 32;

	private static final int MAX_TRIES = 5;

	/**
	 * The enrolments read by this thread. Static, as a thread serves one request of one
	 * server at a time.
	 */
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

	/** A period in which this thread reads each enrolment at most once. */
	public interface Reading extends AutoCloseable {

		@Override
		void close();

	}

	/**
	 * Begins a period in which {@link #find} asks the store once for each user: the steps
	 * of one request, in which several methods query it.
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
	 * Returns what a user has enrolled; one read.
	 * @throws UnreadableRecordException if there is something that cannot be read; never
	 * to be taken for nothing enrolled
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
	 * Changes a user's enrolment: one read, and one write if it changes. If another
	 * caller was first, the change is made again to that caller's result.
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
	 * Removes everything that a user has enrolled, even if it cannot be read.
	 * @return whether there was anything
	 */
	public boolean remove(String principal) throws StoreUnavailableException {
		// The enrolment comes last: after a fault, the next call finds it, and says so.
		records.removeByOwner(HANDLE, principal);
		boolean removed = records.discard(ENROLMENT, principal);
		remember(Enrolment.none(principal));
		return removed;
	}

	/**
	 * Returns the user of a handle; one read.
	 * @param handle as an authenticator gave it back, untrusted
	 */
	public Optional<String> principalOf(String handle) throws StoreUnavailableException {
		return handle.length() > 2 * HANDLE_BYTES ? Optional.empty()
				: records.find(HANDLE, handle).map(entry -> new String(entry.content(), StandardCharsets.UTF_8));
	}

	/**
	 * Marks a part of a factor, such as a code, as used up; one operation.
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
	 * pages show depends on it. A factor without a credential here costs one read, unless
	 * this thread has read the enrolment.
	 */
	public void noteUse(String principal, Factor factor) {
		Map<String, Enrolment> known = READING.get();
		Enrolment before = known == null ? null : known.get(principal);
		boolean unknown = before == null && factor.credential().isEmpty() && isFurther(factor.kind());
		if (!unknown && (before == null || used(before, factor).equals(before))) {
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
		// A user who has enrolled nothing has no other kind to choose from.
		if (enrolment.isEmpty()) {
			return enrolment;
		}
		Instant day = factor.at().truncatedTo(ChronoUnit.DAYS);
		Enrolment noted = enrolment.find(factor.credential())
			.filter(credential -> !day.equals(credential.usedAt()))
			.map(credential -> enrolment.with(credential.usedAt(day)))
			.orElse(enrolment);
		return isFurther(factor.kind()) && !factor.kind().equals(noted.lastUsed()) ? noted.lastUsed(factor.kind())
				: noted;
	}

	/** Whether logins ask for that kind after the password. */
	private static boolean isFurther(FactorKind kind) {
		return !kind.equals(FactorKind.PASSWORD) && !kind.equals(FactorKind.PIN) && !kind.isSubstitute();
	}

	/**
	 * All enrolments, in arbitrary order.
	 *
	 * @param enrolments one page of them
	 * @param unreadable how many more there are on this page that cannot be read
	 * @param next the beginning of the next page; empty on the last
	 */
	public record Page(List<Enrolment> enrolments, int unreadable, Optional<String> next) {

		public Page {
			enrolments = List.copyOf(enrolments);
		}

	}

	/**
	 * A page of all enrolments.
	 * @param after {@link Page#next} of the page before; "" for the first
	 * @param limit the maximum number of enrolments
	 */
	public Page list(String after, int limit) throws StoreUnavailableException {
		Records.Scan page = records.scan(ENROLMENT, EVERYBODY, after, limit);
		List<Enrolment> opened = page.entries().stream().flatMap(entry -> read(entry).stream()).toList();
		return new Page(opened, page.unreadable().size() + page.entries().size() - opened.size(), page.next());
	}

	/**
	 * The result of resealing a page.
	 *
	 * @param resealed how many records were sealed anew; a user has one for the
	 * enrolment, and one that leads to it from a passkey
	 * @param current how many were sealed with the newest key already
	 * @param found how many records each key had sealed when they were read, by the
	 * {@linkplain SealingKey#name() name} of the key; also those that cannot be read, and
	 * remain
	 * @param unreadable how many of the failures are records that do not open
	 * @param failures why others could not be sealed, a line for each record
	 * @param next the beginning of the next page; empty on the last
	 */
	public record Resealed(int resealed, int current, Map<String, Integer> found, int unreadable, List<String> failures,
			Optional<String> next) {

		public Resealed {
			found = Map.copyOf(found);
			failures = List.copyOf(failures);
		}

	}

	/**
	 * A record that did not open and was removed.
	 *
	 * @param record names it in the store
	 * @param reason why it did not open
	 * @param user the user to whom it led from a passkey; empty if it was an enrolment,
	 * whose user is not known, because the store has only a hash of the name
	 */
	public record Discarded(String record, String reason, Optional<String> user) {
	}

	/**
	 * Permission to remove records that do not open, so that their users can enrol anew.
	 *
	 * @param lost asked right before each removal whether the key of that
	 * {@linkplain SealingKey#name() name}, which the ring lacks, is lost for good; a
	 * record of a key that is only absent for the moment stays
	 * @param removed called for each record that was removed
	 */
	public record Discarding(Predicate<String> lost, Consumer<Discarded> removed) {
	}

	/**
	 * Seals a page of all enrolments with the newest key, so that older ones can be
	 * removed. Safe while users sign in and enrol, on any node.
	 * @param after {@link Resealed#next} of the page before; "" for the first
	 * @param limit the maximum number of enrolments
	 * @param discarding null to keep records that do not open
	 */
	public Resealed reseal(String after, int limit, @Nullable Discarding discarding) throws StoreUnavailableException {
		return new EnrolmentResealing(this, records, discarding).page(after, limit);
	}

	private Enrolment remember(Enrolment enrolment) {
		Map<String, Enrolment> known = READING.get();
		if (known != null) {
			known.put(enrolment.principal(), enrolment);
		}
		return enrolment;
	}

	private static Enrolment open(Records.Entry entry) throws UnreadableRecordException {
		return read(entry).orElseThrow(() -> new UnreadableRecordException(
				"an enrolment is of an unknown form, as a newer version may write; use that version"));
	}

	/** Returns the enrolment of a record; empty if that is of an unknown form. */
	static Optional<Enrolment> read(Records.Entry entry) {
		return Cbor.read(entry.content(), Enrolment.Form.class)
			.filter(Enrolment.Form::isKnown)
			.map(Enrolment.Form::toEnrolment);
	}

	/**
	 * A new handle, for a user who has none. An authenticator receives it before anything
	 * is stored: the {@linkplain #change change} that stores what it has made sets it.
	 */
	public String newHandle() {
		return RandomValues.token(HANDLE_BYTES, random);
	}

	private String handle(String principal, String proposed) throws StoreUnavailableException {
		String handle = proposed.isEmpty() ? newHandle() : proposed;
		storeHandle(principal, handle);
		return handle;
	}

	/** Stores the handle unless it is stored already. */
	void storeHandle(String principal, String handle) throws StoreUnavailableException {
		records.create(HANDLE, handle, principal, end(), principal.getBytes(StandardCharsets.UTF_8));
	}

	private Instant end() {
		return clock.instant().plus(FOR_GOOD);
	}

}
