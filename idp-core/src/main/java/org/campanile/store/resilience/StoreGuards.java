package org.campanile.store.resilience;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.InProcess;
import org.campanile.store.StoreSettings;

/** The guards of all stores of this server. Thread-safe. */
public final class StoreGuards {

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
		return new GuardedOneTimeStore(store,
				operations(store, "one-time-values", Need.SIGN_ON, GuardedOneTimeStore.probe(store)));
	}

	/** Adds the guard; a store in this process is only recorded by JFR. */
	public PersistentIdStore guard(PersistentIdStore store) {
		return new GuardedPersistentIdStore(store,
				operations(store, "persistent-identifiers", Need.DURABLE, GuardedPersistentIdStore.probe(store)));
	}

	/** Adds the guard; a store in this process is only recorded by JFR. */
	public ConsentStore guard(ConsentStore store) {
		return new GuardedConsentStore(store,
				operations(store, "consents", Need.DURABLE, GuardedConsentStore.probe(store)));
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

}
