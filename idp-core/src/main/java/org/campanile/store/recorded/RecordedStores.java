package org.campanile.store.recorded;

import org.campanile.durable.ConsentStore;
import org.campanile.durable.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionStore;

/** The same stores, with an event for each operation. */
public final class RecordedStores {

	private RecordedStores() {
	}

	public static SessionStore of(SessionStore store) {
		return new RecordedSessionStore(store);
	}

	public static OneTimeStore of(OneTimeStore store) {
		return new RecordedOneTimeStore(store);
	}

	public static PersistentIdStore of(PersistentIdStore store) {
		return new RecordedPersistentIdStore(store);
	}

	public static ConsentStore of(ConsentStore store) {
		return new RecordedConsentStore(store);
	}

}
