package org.campanile.factor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.factor.Enrolments.Discarded;
import org.campanile.factor.Enrolments.Discarding;
import org.campanile.factor.Enrolments.Resealed;
import org.campanile.record.RecordKind;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.record.UnreadableRecord;
import org.campanile.seal.Cbor;
import org.campanile.store.StoreUnavailableException;

/**
 * Seals a page of enrolments with the newest key, with the handles that lead to them.
 * Used once, by one thread.
 */
final class EnrolmentResealing {

	private static final Logger logger = LoggerFactory.getLogger(EnrolmentResealing.class);

	private final Enrolments enrolments;

	private final Records records;

	private final @Nullable Discarding discarding;

	private int resealed;

	private int current;

	private final Map<String, Integer> found = new HashMap<>();

	private int unreadable;

	private final List<String> failures = new ArrayList<>();

	/**
	 * @param records where the enrolments are
	 * @param discarding null to keep records that do not open
	 */
	EnrolmentResealing(Enrolments enrolments, Records records, @Nullable Discarding discarding) {
		this.enrolments = enrolments;
		this.records = records;
		this.discarding = discarding;
	}

	Resealed page(String after, int limit) throws StoreUnavailableException {
		Records.Scan page = records.scan(Enrolments.ENROLMENT, Enrolments.EVERYBODY, after, limit);
		for (UnreadableRecord record : page.unreadable()) {
			unreadable(Enrolments.ENROLMENT, record, Optional.empty(), discarding);
		}
		for (Records.Entry entry : page.entries()) {
			seal(entry);
			Optional<String> principal = Cbor.read(entry.content(), Enrolment.Whose.class).map(Enrolment.Whose::p);
			if (principal.isPresent()) {
				handles(principal.get(), Enrolments.read(entry));
			}
			else {
				failures.add("record " + entry.keyHash() + ": does not say whose it is; a newer version may have "
						+ "written it, with which this is to be done");
			}
		}
		return new Resealed(resealed, current, found, unreadable, failures, page.next());
	}

	private void seal(Records.Entry entry) throws StoreUnavailableException {
		found.merge(entry.sealedWith(), 1, Integer::sum);
		if (records.reseal(entry)) {
			resealed++;
		}
		else {
			current++;
		}
	}

	/**
	 * @param permission null to keep it
	 */
	private void unreadable(RecordKind kind, UnreadableRecord record, Optional<String> user,
			@Nullable Discarding permission) throws StoreUnavailableException {
		if (permission != null && (!record.keyMissing() || permission.lost().test(record.sealedWith()))
				&& records.discard(kind, record)) {
			logger.warn("The record {} of the kind {} was removed: {}", record.keyHash(), kind.name(), record.reason());
			permission.removed().accept(new Discarded(record.keyHash(), record.reason(), user));
			return;
		}
		if (!record.sealedWith().isEmpty()) {
			found.merge(record.sealedWith(), 1, Integer::sum);
		}
		unreadable++;
		failures.add("record " + record.keyHash() + user.map(name -> " of a passkey of " + name).orElse("") + ": "
				+ record.reason());
	}

	/**
	 * @param enrolment empty if it is of an unknown form, which does not tell what its
	 * handle is: none is removed then
	 */
	private void handles(String principal, Optional<Enrolment> enrolment) throws StoreUnavailableException {
		// The enrolment names it, so that its passkeys lead to the user again, also where
		// an earlier run ended between removing it and this.
		boolean made = enrolment.isEmpty() || enrolment.get().handle().isEmpty();
		Optional<String> from = Optional.of("");
		while (from.isPresent()) {
			Records.Scan handles = records.scan(Enrolments.HANDLE, principal, from.get(), RecordStore.MAX_PAGE);
			for (UnreadableRecord handle : handles.unreadable()) {
				unreadable(Enrolments.HANDLE, handle, Optional.of(principal), enrolment.isEmpty() ? null : discarding);
			}
			for (Records.Entry handle : handles.entries()) {
				seal(handle);
				made |= enrolment.isPresent() && records.isOf(handle, enrolment.get().handle());
			}
			from = handles.next();
		}
		// The user may have been reset since the page was read.
		if (!made && enrolments.find(principal).handle().equals(enrolment.orElseThrow().handle())) {
			enrolments.storeHandle(principal, enrolment.orElseThrow().handle());
		}
	}

}
