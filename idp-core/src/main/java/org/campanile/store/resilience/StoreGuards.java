package org.campanile.store.resilience;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.InProcess;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;

/** The guards of all stores of this server. Thread-safe. */
public final class StoreGuards {

	private static final String PROBE_HASH = "0".repeat(64);

	private final StoreSettings settings;

	private final MeterRegistry registry;

	private final List<Watched> watched = new CopyOnWriteArrayList<>();

	/** The part of the service that needs a store. */
	private enum Need {

		/** Every sign-on needs the store. */
		SIGN_ON,
		/** Sessions need the store. */
		SESSION,
		/** Permanent data needs the store. */
		DURABLE

	}

	private record Watched(StoreGuard guard, Need need, GuardedOperation<?> probe, AtomicBoolean busy) {

		/**
		 * Probes on a separate thread, so that a hanging store does not delay the others.
		 */
		void probeIfNeeded() {
			if (guard.breaker().needsProbe() && busy.compareAndSet(false, true)) {
				Thread.startVirtualThread(() -> {
					try {
						probeNow();
					}
					finally {
						busy.set(false);
					}
				});
			}
		}

		private void probeNow() {
			if (guard.probe(probe)) {
				guard.breaker().recovered();
			}
		}

	}

	public StoreGuards(StoreSettings settings, MeterRegistry registry) {
		this.settings = settings;
		this.registry = registry;
	}

	/** Adds the guard; a store in this process is only recorded by JFR. */
	public SessionStore guard(SessionStore store) {
		return new GuardedSessionStore(store,
				operations(store, "sessions", Need.SIGN_ON, GuardedSessionStore.probe(store)));
	}

	/** Adds the guard; a store in this process is only recorded by JFR. */
	public OneTimeStore guard(OneTimeStore store) {
		// The probe takes a value that is never put.
		return new GuardedOneTimeStore(store,
				operations(store, "one-time-values", Need.SIGN_ON, repeated -> store.take("probe", "nothing")));
	}

	/** Adds the guard; a store in this process is only recorded by JFR. */
	public PersistentIdStore guard(PersistentIdStore store) {
		return new GuardedPersistentIdStore(store, operations(store, "persistent-identifiers", Need.DURABLE,
				repeated -> store.find(PROBE_HASH, PROBE_HASH)));
	}

	/** Adds the guard; a store in this process is only recorded by JFR. */
	public ConsentStore guard(ConsentStore store) {
		return new GuardedConsentStore(store,
				operations(store, "consents", Need.DURABLE, repeated -> store.find(PROBE_HASH, PROBE_HASH)));
	}

	/** Adds the guard; a store in this process is only recorded by JFR. */
	public RecordStore guard(RecordStore store) {
		return new GuardedRecordStore(store,
				operations(store, "records", Need.SESSION, GuardedRecordStore.probe(store)));
	}

	/**
	 * Adds the guard to the store of records that are kept for good; a store in this
	 * process is only recorded by JFR.
	 */
	public RecordStore guardDurable(RecordStore store) {
		return new GuardedRecordStore(store,
				operations(store, "durable-records", Need.DURABLE, GuardedRecordStore.probe(store)));
	}

	private StoreOperations operations(Object store, String name, Need need, GuardedOperation<?> probe) {
		if (store instanceof InProcess) {
			return new StoreOperations.InThisProcess(name);
		}
		StoreGuard guard = new StoreGuard(name, settings, registry);
		watched.add(new Watched(guard, need, probe, new AtomicBoolean()));
		return guard;
	}

	/**
	 * Probes the stores whose state is unknown, and returns at once. Must be called each
	 * second.
	 */
	public void probe() {
		watched.forEach(Watched::probeIfNeeded);
	}

	/** Returns one line for each store that is down. */
	public List<String> faults() {
		return faultsOf(watched.stream());
	}

	/** Returns the faults of the stores of permanent data. */
	public List<String> durableFaults() {
		return faultsOf(watched.stream().filter(each -> each.need() == Need.DURABLE));
	}

	/** Returns the faults of all other stores. */
	public List<String> sessionFaults() {
		return faultsOf(watched.stream().filter(each -> each.need() != Need.DURABLE));
	}

	/** Returns the faults of the stores that every sign-on needs. */
	public List<String> signOnFaults() {
		return faultsOf(watched.stream().filter(each -> each.need() == Need.SIGN_ON));
	}

	private static List<String> faultsOf(Stream<Watched> some) {
		return some.map(each -> each.guard().breaker().fault()).flatMap(Optional::stream).toList();
	}

	/**
	 * A guarded consent store. All operations are retried except {@code revoke}, which
	 * reports the caller that did it.
	 */
	private record GuardedConsentStore(ConsentStore target, StoreOperations guard) implements ConsentStore {

		@Override
		public Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException {
			return guard.repeatable("find", repeated -> target.find(principalHash, serviceHash));
		}

		@Override
		public void save(StoredConsent consent) throws StoreUnavailableException {
			guard.repeatable("save", repeated -> {
				target.save(consent);
				return consent;
			});
		}

		@Override
		public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit)
				throws StoreUnavailableException {
			return guard.repeatable("find_by_principal",
					repeated -> target.findByPrincipal(principalHash, after, limit));
		}

		@Override
		public boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException {
			return guard.once("revoke", repeated -> target.revoke(principalHash, serviceHash));
		}

	}

	/**
	 * A guarded one-time store. Only finds and claims are retried. A claim is kept as a
	 * value that names its caller, so that a retry recognizes a replay key set by the
	 * first attempt. Other operations cannot.
	 */
	private record GuardedOneTimeStore(OneTimeStore target, StoreOperations guard) implements OneTimeStore {

		@Override
		public boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
			return guard.once("mark", repeated -> target.setReplayKey(kind, key, expiresAt));
		}

		@Override
		public boolean claim(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
			if (target instanceof InProcess) {
				return guard.once("mark", repeated -> target.claim(kind, key, expiresAt));
			}
			byte[] caller = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
			return guard.repeatable("mark", repeated -> target.put(kind, key, caller, expiresAt)
					|| repeated && target.find(kind, key).filter(by -> Arrays.equals(by, caller)).isPresent());
		}

		@Override
		public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
			return guard.once("put", repeated -> target.put(kind, key, value, expiresAt));
		}

		@Override
		public Optional<byte[]> take(String kind, String key) throws StoreUnavailableException {
			return guard.once("take", repeated -> target.take(kind, key));
		}

		@Override
		public Optional<byte[]> find(String kind, String key) throws StoreUnavailableException {
			return guard.repeatable("find", repeated -> target.find(kind, key));
		}

	}

	/**
	 * A guarded store of persistent identifiers. All operations are retried except
	 * {@code revoke}, which reports the caller that did it.
	 */
	private record GuardedPersistentIdStore(PersistentIdStore target,
			StoreOperations guard) implements PersistentIdStore {

		@Override
		public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate)
				throws StoreUnavailableException {
			return guard.repeatable("find_or_create", repeated -> target.findOrCreate(candidate));
		}

		@Override
		public Optional<StoredPersistentId> find(String principalHash, String serviceHash)
				throws StoreUnavailableException {
			return guard.repeatable("find", repeated -> target.find(principalHash, serviceHash));
		}

		@Override
		public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash)
				throws StoreUnavailableException {
			return guard.repeatable("find_by_value", repeated -> target.findByValue(serviceHash, valueHash));
		}

		@Override
		public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit)
				throws StoreUnavailableException {
			return guard.repeatable("find_by_principal",
					repeated -> target.findByPrincipal(principalHash, after, limit));
		}

		@Override
		public boolean revoke(String serviceHash, String valueHash, Instant at) throws StoreUnavailableException {
			return guard.once("revoke", repeated -> target.revoke(serviceHash, valueHash, at));
		}

	}

}
