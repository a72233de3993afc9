package org.campanile.consent;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.campanile.seal.RecordSealing;
import org.campanile.store.StoreUnavailableException;

/**
 * Stores what users have accepted or read in a {@link ConsentStore} beside their
 * consents, one record for each. Names are hashed and contents sealed. Thread-safe.
 */
public final class Acknowledgements {

	private static final String PURPOSE = "acknowledgement";

	/** Practically forever, but data about users needs an end. */
	private static final Duration LIFETIME = Duration.ofDays(3650);

	private final ConsentStore store;

	private final RecordSealing sealing;

	private final InstantSource clock;

	public Acknowledgements(ConsentStore store, RecordSealing sealing, InstantSource clock) {
		this.store = store;
		this.sealing = sealing;
		this.clock = clock;
	}

	/**
	 * A text that was accepted or read.
	 *
	 * @param kind the kind of page, as {@link org.campanile.signon.Approval#kind()}
	 * @param id the id of the document
	 * @param version the version of the document
	 */
	public record Acknowledgement(String kind, String id, String version) {
	}

	/**
	 * @param p principal
	 * @param k kind
	 * @param i id
	 * @param v version
	 */
	private record Form(String p, String k, String i, String v) {

		/** Jackson reports exceptions thrown here. */
		Form {
			Objects.requireNonNull(p);
			Objects.requireNonNull(k);
			Objects.requireNonNull(i);
			Objects.requireNonNull(v);
		}

	}

	/**
	 * Returns all acknowledgements of a user, in arbitrary order; one read for each
	 * {@link ConsentStore#MAX_PAGE}.
	 */
	public List<Acknowledgement> of(String principal) throws StoreUnavailableException {
		String owner = owner(principal);
		List<Acknowledgement> all = new ArrayList<>();
		List<StoredConsent> page;
		String after = "";
		do {
			page = store.findByPrincipal(owner, after, ConsentStore.MAX_PAGE);
			for (StoredConsent stored : page) {
				// A record that does not open counts as absent, because the user can be
				// asked again.
				sealing
					.open(PURPOSE, context(owner, stored.serviceHash(), stored.givenAt()), stored.state(), Form.class)
					.ifPresent(form -> all.add(new Acknowledgement(form.k(), form.i(), form.v())));
				after = stored.serviceHash();
			}
		}
		while (page.size() == ConsentStore.MAX_PAGE);
		return all;
	}

	/** Stores one, in place of an earlier version; one read and one write. */
	public void give(String principal, String kind, String id, String version) throws StoreUnavailableException {
		String owner = owner(principal);
		String subject = sealing.hash("acknowledgement-subject", kind, id);
		Instant now = Consents.after(store.find(owner, subject).map(StoredConsent::givenAt),
				clock.instant().truncatedTo(ChronoUnit.MILLIS));
		store.save(new StoredConsent(owner, subject, now, now.plus(LIFETIME),
				sealing.seal(PURPOSE, context(owner, subject, now), new Form(principal, kind, id, version))));
	}

	private String owner(String principal) {
		return sealing.hash("acknowledgement-person", principal);
	}

	/**
	 * Covers the values by which the record is found, so that a record in the wrong place
	 * does not open.
	 */
	private static String context(String owner, String subject, Instant at) {
		return owner + '/' + subject + '/' + at.toEpochMilli();
	}

}
