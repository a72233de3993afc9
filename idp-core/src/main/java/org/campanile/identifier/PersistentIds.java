package org.campanile.identifier;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import com.google.common.io.BaseEncoding;

import org.campanile.seal.RandomValues;
import org.campanile.seal.RecordSealing;
import org.campanile.store.StoreUnavailableException;

/**
 * Manages users' persistent identifiers in a {@link PersistentIdStore}. Names are hashed
 * and contents sealed, so that the store does not reveal who uses which service, or under
 * which identifier. Thread-safe.
 * <p>
 * A user is identified here by the value that identifiers are computed from
 * ({@link PersistentId#person()}), compared exactly: a user who is renamed but keeps that
 * value keeps the identifiers.
 */
public final class PersistentIds {

	private static final String PURPOSE = "persistent-id";

	/**
	 * The size of a random identifier, in bytes; a multiple of five, so that base32 needs
	 * no padding.
	 */
	private static final int RANDOM = 20;

	private static final int TRIES = 3;

	/**
	 * Begins the user of a value that is imported as revoked; no attribute has such a
	 * value.
	 */
	private static final String NOBODY = "\0revoked\0";

	private final PersistentIdStore store;

	private final RecordSealing sealing;

	private final String source;

	private final InstantSource clock;

	private final SecureRandom random;

	/**
	 * @param source the id of the attribute whose value identifies a user; with a
	 * different attribute all users count as new
	 */
	public PersistentIds(PersistentIdStore store, RecordSealing sealing, String source, InstantSource clock,
			SecureRandom random) {
		this.store = store;
		this.sealing = sealing;
		this.source = source;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * The sealed content.
	 *
	 * @param p person
	 * @param n principal
	 * @param e service
	 * @param v value
	 */
	private record Form(String p, String n, String e, String v) {

		/** Jackson reports exceptions thrown here. */
		Form {
			Objects.requireNonNull(p);
			Objects.requireNonNull(n);
			Objects.requireNonNull(e);
			Objects.requireNonNull(v);
		}

	}

	/**
	 * A page of a look-up.
	 *
	 * @param ids the identifiers
	 * @param next the start of the next page; empty on the last
	 */
	public record Page(List<PersistentId> ids, Optional<String> next) {

		public Page {
			ids = List.copyOf(ids);
		}

	}

	public enum Import {

		/** Stored now. */
		STORED,
		/** It was stored before; nothing changed. */
		UNCHANGED,
		/** Refused, as another identifier of the user is active at the service. */
		ANOTHER_ACTIVE,
		/**
		 * Refused, as the value was issued to another user of the service, or revoked.
		 */
		ISSUED

	}

	/** The active identifier of a user at a service; one read. */
	public Optional<PersistentId> find(String person, String service) throws StoreUnavailableException {
		String personHash = personHash(person);
		String serviceHash = serviceHash(service);
		Optional<StoredPersistentId> stored = store.find(personHash, serviceHash);
		return stored.isEmpty() ? Optional.empty()
				: Optional.of(open(stored.get(), context(personHash, serviceHash, stored.get().valueHash())));
	}

	/**
	 * The active identifier of a user at a service; one read, unless there is none and
	 * one is stored.
	 * @param principal the user's canonical name
	 * @param first the preferred identifier. If it was ever issued to the service, for
	 * instance to the same user before it was revoked, a random one is used instead: 160
	 * bits in base32
	 */
	public PersistentId findOrCreate(String person, String principal, String service, String first)
			throws StoreUnavailableException {
		Optional<PersistentId> found = find(person, service);
		if (found.isPresent()) {
			return found.get();
		}
		String value = first;
		for (int i = 0; i < TRIES; i++) {
			StoredPersistentId candidate = candidate(person, principal, service, value);
			Optional<StoredPersistentId> stored = store.findOrCreate(candidate);
			if (stored.isPresent()) {
				return open(stored.get(),
						context(candidate.principalHash(), candidate.serviceHash(), stored.get().valueHash()));
			}
			value = randomValue();
		}
		// 160 random bits were repeated: the random source or the store is broken.
		throw new StoreUnavailableException("the store reports every new persistent identifier as already issued");
	}

	/**
	 * Stores an identifier that another system issued.
	 * @param principal the user's canonical name
	 */
	public Import importActive(String person, String principal, String service, String value)
			throws StoreUnavailableException {
		Optional<PersistentId> found = find(person, service);
		if (found.isPresent()) {
			return found.get().value().equals(value) ? Import.UNCHANGED : Import.ANOTHER_ACTIVE;
		}
		StoredPersistentId candidate = candidate(person, principal, service, value);
		Optional<StoredPersistentId> stored = store.findOrCreate(candidate);
		if (stored.isEmpty()) {
			return Import.ISSUED;
		}
		// A sign-on may have stored another one since.
		return stored.get().valueHash().equals(candidate.valueHash()) ? Import.STORED : Import.ANOTHER_ACTIVE;
	}

	/**
	 * Stores an identifier that another system issued and revoked, so that nobody is
	 * given it at the service. Whose it was is not recorded, so that it does not stand in
	 * the way of the user's active one.
	 * @return {@link Import#ISSUED} if it is active
	 */
	public Import importRevoked(String service, String value) throws StoreUnavailableException {
		Import outcome = importActive(NOBODY + value, "", service, value);
		if (outcome == Import.ISSUED) {
			return findByValue(service, value).isPresent() ? Import.ISSUED : Import.UNCHANGED;
		}
		revoke(service, value);
		return Import.STORED;
	}

	/** The active identifier of that value at a service. */
	public Optional<PersistentId> findByValue(String service, String value) throws StoreUnavailableException {
		String serviceHash = serviceHash(service);
		String valueHash = valueHash(service, value);
		Optional<StoredPersistentId> stored = store.findByValue(serviceHash, valueHash);
		return stored.isEmpty() ? Optional.empty()
				: Optional.of(open(stored.get(), context(stored.get().principalHash(), serviceHash, valueHash)));
	}

	/**
	 * The active identifiers of a user, in arbitrary order.
	 * @param after {@link Page#next()} of the previous page; "" for the first
	 * @param limit the maximum number returned, 1 to {@link PersistentIdStore#MAX_PAGE}
	 */
	public Page findByPerson(String person, String after, int limit) throws StoreUnavailableException {
		String personHash = personHash(person);
		List<StoredPersistentId> stored = store.findByPrincipal(personHash, after, limit);
		List<PersistentId> ids = new ArrayList<>();
		for (StoredPersistentId id : stored) {
			ids.add(open(id, context(personHash, id.serviceHash(), id.valueHash())));
		}
		return new Page(ids, stored.size() < limit ? Optional.empty() : Optional.of(stored.getLast().serviceHash()));
	}

	/**
	 * Permanently deactivates an identifier: it is never issued to the service again, and
	 * the user gets a random one at the next sign-on there.
	 * @return whether this call did; false if no such identifier was active
	 */
	public boolean revoke(String service, String value) throws StoreUnavailableException {
		return store.revoke(serviceHash(service), valueHash(service, value), now());
	}

	private StoredPersistentId candidate(String person, String principal, String service, String value)
			throws StoreUnavailableException {
		String personHash = personHash(person);
		String serviceHash = serviceHash(service);
		String valueHash = valueHash(service, value);
		byte[] state = sealing.seal(PURPOSE, context(personHash, serviceHash, valueHash),
				new Form(person, principal, service, value));
		if (state.length > PersistentIdStore.MAX_STATE) {
			throw new StoreUnavailableException("a persistent identifier of " + state.length
					+ " bytes is larger than the " + PersistentIdStore.MAX_STATE + " a store accepts");
		}
		return new StoredPersistentId(personHash, serviceHash, valueHash, now(), state);
	}

	/**
	 * @param context consists of the requested names, so that a record in the wrong place
	 * does not open
	 */
	private PersistentId open(StoredPersistentId stored, String context) throws StoreUnavailableException {
		// Continuing without it would give the user a different identifier.
		Form form = sealing.open(PURPOSE, context, stored.state(), Form.class)
			.orElseThrow(() -> new StoreUnavailableException("a stored persistent identifier does not open"));
		return new PersistentId(form.p(), form.n(), form.e(), form.v(), stored.createdAt());
	}

	private String randomValue() {
		return BaseEncoding.base32().lowerCase().encode(RandomValues.bytes(RANDOM, random));
	}

	private String personHash(String person) {
		return sealing.hash("persistent-id-person", source, person);
	}

	private String serviceHash(String service) {
		return sealing.hash("persistent-id-service", service);
	}

	private String valueHash(String service, String value) {
		return sealing.hash("persistent-id-value", service, value);
	}

	private Instant now() {
		// Returns the current time in the precision of stores.
		return clock.instant().truncatedTo(ChronoUnit.MILLIS);
	}

	private static String context(String personHash, String serviceHash, String valueHash) {
		return personHash + '/' + serviceHash + '/' + valueHash;
	}

}
