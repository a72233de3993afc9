package org.campanile.testkit.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.HeapSessionStore;

/**
 * Runs the contract against a store that fails as expected: when unreachable, it does
 * nothing; when slow, it executes the operation and loses the answer.
 */
class HeapStoreFaultTests extends StoreFaultContract {

	private static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private enum Health {

		WHOLE, CUT, SLOW

	}

	private final AtomicReference<Health> health = new AtomicReference<>(Health.WHOLE);

	private final Map<SessionKey, StoredSession> sessionBackend = new HashMap<>();

	private final Map<OneTimeKey, HeapOneTimeStore.Entry> oneTimeBackend = new HashMap<>();

	private final Map<String, StoredRecord> recordBackend = new HashMap<>();

	private final SessionStore sessions = breakable(SessionStore.class,
			new HeapSessionStore(() -> START, sessionBackend));

	private final OneTimeStore oneTime = breakable(OneTimeStore.class,
			new HeapOneTimeStore(() -> START, oneTimeBackend));

	private final RecordStore records = breakable(RecordStore.class, new HeapRecordStore(() -> START, recordBackend));

	private <T> T breakable(Class<T> seam, T store) {
		return seam
			.cast(Proxy.newProxyInstance(seam.getClassLoader(), new Class<?>[] { seam }, (proxy, method, arguments) -> {
				Health now = health.get();
				if (now == Health.CUT) {
					throw new StoreUnavailableException("cut");
				}
				try {
					Object result = method.invoke(store, arguments);
					if (now == Health.SLOW) {
						throw new StoreUnavailableException("slow");
					}
					return result;
				}
				catch (InvocationTargetException ex) {
					throw ex.getTargetException();
				}
			}));
	}

	@Override
	protected SessionStore sessions() {
		return sessions;
	}

	@Override
	protected OneTimeStore oneTime() {
		return oneTime;
	}

	@Override
	protected RecordStore records() {
		return records;
	}

	@Override
	protected void reset() {
		recordBackend.clear();
		sessionBackend.clear();
		oneTimeBackend.clear();
	}

	@Override
	protected void cut() {
		health.set(Health.CUT);
	}

	@Override
	protected void slow() {
		health.set(Health.SLOW);
	}

	@Override
	protected void heal() {
		health.set(Health.WHOLE);
	}

	@Override
	protected Instant now() {
		return START;
	}

}
