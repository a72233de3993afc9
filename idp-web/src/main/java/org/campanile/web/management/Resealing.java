package org.campanile.web.management;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.factor.Enrolments;
import org.campanile.record.KeyRingMark;
import org.campanile.seal.KeyRing;
import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;

/**
 * Seals enrolments with the newest key, page by page. A run reads all records, and if it
 * has sealed any of them anew, or others were, reads all of them again; only a reading
 * that has found no record of a key shows that this key can be removed. The state of a
 * run is part of the value that leads to the next page, so that any node can continue it.
 * Thread-safe.
 */
final class Resealing {

	/**
	 * The number of enrolments sealed at once; each takes some operations of the store.
	 */
	private static final int AT_ONCE = 200;

	private final Enrolments enrolments;

	private final LiveKeyRing keyRing;

	private final KeyRingMark mark;

	private final AuditLog auditLog;

	private final InstantSource clock;

	private final int atOnce;

	/**
	 * @param keyRing the keys that seal what is enrolled
	 * @param mark says which of them are needed
	 */
	Resealing(Enrolments enrolments, LiveKeyRing keyRing, KeyRingMark mark, AuditLog auditLog, InstantSource clock) {
		this(enrolments, keyRing, mark, auditLog, clock, AT_ONCE);
	}

	/**
	 * @param atOnce enrolments on a page
	 */
	Resealing(Enrolments enrolments, LiveKeyRing keyRing, KeyRingMark mark, AuditLog auditLog, InstantSource clock,
			int atOnce) {
		this.enrolments = enrolments;
		this.keyRing = keyRing;
		this.mark = mark;
		this.auditLog = auditLog;
		this.clock = clock;
		this.atOnce = atOnce;
	}

	/**
	 * The result of resealing a page.
	 *
	 * @param key the key that seals now, by file and name, as the others
	 * @param checking whether this is a page of the second reading, which shows whether
	 * anything is still sealed with other keys
	 * @param resealed how many records were sealed anew
	 * @param current how many were sealed with the key before
	 * @param found how many records each key had sealed when they were read
	 * @param unreadable how many of the failures are records that no key of the node
	 * opens
	 * @param failures why records could not be sealed
	 * @param discarded the records that no key of the node opened, and that were removed
	 * @param next the value of {@code after} for the next page; null if the run is over
	 * @param older once the run is over, the verdict on each key but the one that seals
	 * @param repeat why nothing is said of the keys, and the run is to be repeated; null
	 * if it need not be
	 */
	record Page(String key, boolean checking, int resealed, int current, SortedMap<String, Integer> found,
			int unreadable, List<String> failures, List<Discarded> discarded, @Nullable String next, List<Older> older,
			@Nullable String repeat) {
	}

	/**
	 * A record that was removed.
	 *
	 * @param record names it in the store
	 * @param user to whom it led from a passkey; null if it was an enrolment, whose user
	 * is not known
	 * @param reason why it could not be read
	 */
	record Discarded(String record, @Nullable String user, String reason) {

		static Discarded of(Enrolments.Discarded record) {
			return new Discarded(record.record(), record.user().orElse(null), record.reason());
		}

	}

	/**
	 * A key that does not seal, as a run found it.
	 *
	 * @param key the key, by file and name
	 * @param removable whether its file can be removed from every node
	 * @param reason why, or why not, and what to do
	 */
	record Older(String key, boolean removable, String reason) {
	}

	/**
	 * The state of a run.
	 *
	 * @param ring the keys of the node when it began, the one that seals first
	 * @param checking whether it is reading for the second time
	 * @param seen the keys but the one that seals of which this reading has found records
	 * @param failed whether a record could not be sealed
	 * @param began when this reading began, to the millisecond
	 * @param cursor where the next page begins
	 */
	private record Run(List<String> ring, boolean checking, SortedSet<String> seen, boolean failed, Instant began,
			String cursor) {

		private static final Pattern FORM = Pattern.compile(
				"([12])\\.([01])\\.([0-9]{1,15})\\.([0-9a-f]{8}(?:-[0-9a-f]{8}){0,1000})\\.((?:[0-9a-f]{8}(?:-[0-9a-f]{8}){0,1000})?)\\.([0-9a-f]{64}|)");

		static Optional<Run> of(String text) {
			Matcher matcher = FORM.matcher(text);
			return matcher.matches()
					? Optional.of(new Run(List.of(matcher.group(4).split("-")), matcher.group(1).equals("2"),
							matcher.group(5).isEmpty() ? new TreeSet<>()
									: new TreeSet<>(List.of(matcher.group(5).split("-"))),
							matcher.group(2).equals("1"), Instant.ofEpochMilli(Long.parseLong(matcher.group(3))),
							matcher.group(6)))
					: Optional.empty();
		}

		/** The run after a page. */
		Run with(Enrolments.Resealed page) {
			SortedSet<String> all = new TreeSet<>(seen);
			all.addAll(page.found().keySet());
			all.remove(ring.getFirst());
			return new Run(ring, checking, all, failed || !page.failures().isEmpty(), began, page.next().orElse(""));
		}

		static Run begin(List<String> ring, Instant now) {
			return new Run(ring, false, new TreeSet<>(), false, now, "");
		}

		/** Returns the run that continues; empty if nothing is left to read. */
		Optional<Run> next(Enrolments.Resealed page, Instant now) {
			return page.next().isPresent() ? Optional.of(this) : checking || failed || seen.isEmpty() ? Optional.empty()
					: Optional.of(new Run(ring, true, new TreeSet<>(), false, now, ""));
		}

		String text() {
			return (checking ? "2." : "1.") + (failed ? "1." : "0.") + began.toEpochMilli() + '.'
					+ String.join("-", ring) + '.' + String.join("-", seen) + '.' + cursor;
		}

	}

	/**
	 * Seals a page.
	 * @param after {@link Page#next()} of the page before; null to begin a run
	 * @param discard whether records that no key of the node opens are removed
	 * @param by the administrator
	 */
	WebEndpointResponse<Object> page(@Nullable String after, boolean discard, String by)
			throws StoreUnavailableException {
		KeyRing ring = keyRing.current();
		Optional<Run> begun = after == null ? Optional.of(Run.begin(names(ring), clock.instant())) : Run.of(after);
		if (begun.isEmpty()) {
			return Answers.refused("after: must be the value of next of the previous page");
		}
		if (!begun.get().ring().equals(names(ring))) {
			return Answers.ok(page(begun.get(), new Enrolments.Resealed(0, 0, Map.of(), 0, List.of(), Optional.empty()),
					List.of(), null, List.of(), changed()));
		}
		Optional<String> waiting = keyRing.waiting();
		if (waiting.isPresent()) {
			return Answers.refused(waiting.get() + ": does not seal yet; repeat this after "
					+ "campanile.credentials.sealing-activation-delay, when the log says that the keys have changed");
		}
		if (discard) {
			keyRing.poll();
			Optional<String> fault = keyRing.faults().stream().findFirst();
			if (fault.isPresent()) {
				return Answers.refused(fault.get() + "; repair it first, or what its key has sealed would be removed");
			}
			Optional<KeyRingMark.MarkedKey> elsewhere = missingInUse();
			if (elsewhere.isPresent()) {
				return Answers.refused(elsewhere.get().name() + ": missing on this node, but another node seals with "
						+ "it; copy its file from there, or what it has sealed would be removed");
			}
		}
		return Answers.ok(seal(begun.get(), discard, by));
	}

	private Page seal(Run before, boolean discard, String by) throws StoreUnavailableException {
		List<Enrolments.Discarded> discarded = new ArrayList<>();
		Enrolments.Resealed page = enrolments.reseal(before.cursor(), atOnce,
				discard ? new Enrolments.Discarding((key) -> isLost(before, key), (record) -> {
					audit(record, by);
					discarded.add(record);
				}) : null);
		// If the run ends here, a lost key is still reported as missing.
		mark.writeKeys(page.found().keySet());
		Run run = before.with(page);
		if (!run.ring().equals(names(keyRing.current()))) {
			return page(run, page, discarded, null, List.of(), changed());
		}
		Optional<Run> next = run.next(page, clock.instant());
		return next.isPresent() ? page(run, page, discarded, next.get().text(), List.of(), null)
				: page(run, page, discarded, null, older(run, discard), null);
	}

	/**
	 * Whether the node lacked the key when the run began, and still does, as the
	 * administrator was told; false for a key whose file is being replaced.
	 */
	private boolean isLost(Run run, String key) {
		keyRing.poll();
		return !run.ring().contains(key) && names(keyRing.current()).equals(run.ring()) && keyRing.faults().isEmpty();
	}

	private Page page(Run run, Enrolments.Resealed page, List<Enrolments.Discarded> discarded, @Nullable String next,
			List<Older> older, @Nullable String repeat) {
		SortedMap<String, Integer> found = new TreeMap<>();
		page.found().forEach((key, records) -> found.put(keyRing.describe(key), records));
		return new Page(keyRing.describe(run.ring().getFirst()), run.checking(), page.resealed(), page.current(), found,
				page.unreadable(), page.failures(), discarded.stream().map(Discarded::of).toList(), next, older,
				repeat);
	}

	private String changed() {
		return "the keys of this node changed during the run (" + keyRing.describe()
				+ "), so that it does not show which are needed; run this again";
	}

	/**
	 * Returns the other keys at the end of a run; those that can go are retired.
	 * @param discard whether what is sealed with a missing key is given up
	 */
	private List<Older> older(Run run, boolean discard) throws StoreUnavailableException {
		String newest = run.ring().getFirst();
		Optional<String> ringMark = Optional.empty();
		boolean moved = false;
		if (!run.failed()) {
			mark.moveToNewest(discard && missingInUse().isEmpty());
			ringMark = mark.sealedWith();
			// Without the key that has sealed the mark of the ring no node starts; the
			// name
			// of that key alone could have been altered.
			moved = ringMark.equals(Optional.of(newest)) && mark.read() == KeyRingMark.State.OWN;
			if (moved) {
				mark.retireExcept(run.seen(), run.began());
			}
		}
		Map<String, Instant> inUse = mark.keys()
			.stream()
			.filter((key) -> !key.name().equals(newest)
					&& key.usedUntil().plus(KeyRingMark.IN_USE).isAfter(run.began()))
			.collect(Collectors.toMap(KeyRingMark.MarkedKey::name, KeyRingMark.MarkedKey::usedUntil));
		SortedSet<String> others = new TreeSet<>(run.ring());
		others.addAll(run.seen());
		others.addAll(inUse.keySet());
		ringMark.ifPresent(others::add);
		others.remove(newest);
		List<Older> older = new ArrayList<>();
		for (String key : others) {
			Optional<String> keep = keep(run, key, Optional.ofNullable(inUse.get(key)), ringMark, moved);
			older.add(new Older(keyRing.describe(key), keep.isEmpty(),
					keep.orElse("no record is sealed with it any more, and no node seals with it; remove its file from "
							+ "every node")));
		}
		return older;
	}

	/**
	 * Returns why a key must stay.
	 * @param ringMark the key that the mark of the ring names
	 * @param moved whether that mark is sealed with the newest
	 */
	private Optional<String> keep(Run run, String key, Optional<Instant> usedUntil, Optional<String> ringMark,
			boolean moved) {
		if (usedUntil.isPresent()) {
			return Optional.of("keep it, as a node sealed with it until "
					+ usedUntil.get().truncatedTo(ChronoUnit.SECONDS) + "; make sure that every node has the key "
					+ keyRing.describe(run.ring().getFirst()) + " and writes with it, and run this again after "
					+ usedUntil.get().plus(KeyRingMark.IN_USE).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1));
		}
		if (run.failed()) {
			return Optional.of("keep it, as some records could not be read or sealed");
		}
		if (!moved) {
			return Optional.of("keep it, as the store's mark of the keys is not sealed with "
					+ keyRing.describe(run.ring().getFirst())
					+ ringMark.map(each -> ", but with " + keyRing.describe(each)).orElse("")
					+ "; make sure that every node has both, and run this again, with --discard-unreadable if the key "
					+ "is lost for good");
		}
		return run.seen().contains(key)
				? Optional.of("keep it, as records were sealed with it while this went on; make sure that every node "
						+ "writes with the key " + keyRing.describe(run.ring().getFirst()) + ", and run this again")
				: Optional.empty();
	}

	/** A key that only another node has, and seals with. */
	private Optional<KeyRingMark.MarkedKey> missingInUse() throws StoreUnavailableException {
		return mark.keys().stream().filter(key -> key.missing() && isInUse(key)).findFirst();
	}

	private boolean isInUse(KeyRingMark.MarkedKey key) {
		return key.usedUntil().plus(KeyRingMark.IN_USE).isAfter(clock.instant());
	}

	/**
	 * Audits a discarded record. If only a passkey no longer leads to its user, the
	 * user's other enrolments remain.
	 */
	private void audit(Enrolments.Discarded record, String by) {
		Map<String, String> fields = new LinkedHashMap<>();
		record.user().ifPresent(user -> {
			fields.put("user", user);
			fields.put("factor", "passkey");
		});
		fields.put("by", by);
		fields.put("record", record.record());
		fields.put("detail", record.reason());
		auditLog.record(new AuditEvent(
				record.user().isPresent() ? AuditEvent.Type.FACTOR_REMOVED : AuditEvent.Type.FACTORS_RESET, "OK",
				fields));
	}

	private static List<String> names(KeyRing ring) {
		return ring.keys().stream().map(SealingKey::name).toList();
	}

}
