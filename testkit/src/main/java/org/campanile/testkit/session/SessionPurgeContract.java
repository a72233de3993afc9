package org.campanile.testkit.session;

import java.time.Instant;
import java.util.List;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.testkit.store.PurgeContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionStoreHarness.IDLE;
import static org.campanile.testkit.session.SessionStoreHarness.LIFETIME;
import static org.campanile.testkit.session.SessionStoreHarness.hash;
import static org.campanile.testkit.session.SessionStoreHarness.key;
import static org.campanile.testkit.session.SessionStoreHarness.service;

/**
 * The contract of a backend that removes expired sessions itself, in addition to
 * {@link SessionStoreContract}.
 */
public abstract class SessionPurgeContract extends PurgeContract<SessionStore> {

	/** Makes touches visible if a backend delays them. */
	protected void settle(SessionStore store) throws Exception {
	}

	@Override
	protected final void create(SessionStore store, String name) throws Exception {
		store.create(session(name));
	}

	@Override
	protected final void prolong(SessionStore store, String name) throws Exception {
		store.touch(key(name), later());
		settle(store);
	}

	@Override
	protected final boolean lives(SessionStore store, String name) throws Exception {
		return store.find(key(name)).isPresent();
	}

	@Override
	protected final Instant end() {
		return START.plus(IDLE);
	}

	@Override
	protected final Instant later() {
		return START.plus(LIFETIME);
	}

	@Override
	protected final int found() throws Exception {
		return here.findByPrincipal(hash("person"), SessionKey.FIRST, SessionStore.MAX_PAGE).size();
	}

	@Override
	protected final int traffic(int number) throws Exception {
		int live = 0;
		for (int i = 0; i < 40; i++) {
			StoredSession session = session("new " + number + ' ' + i);
			assertThat(node(i).create(session)).isTrue();
			assertThat(node(i + 1).addService(session.key(), service("three"))).isTrue();
			node(i).touch(session.key(), session.expiresAt());
			assertThat(node(i).find(session.key())).isPresent();
			if (i % 2 == 0) {
				assertThat(node(i).end(session.key())).isPresent();
			}
			else {
				live++;
			}
			assertThat(node(i).addService(key("old " + (number * 40 + i)), service("three"))).isFalse();
		}
		for (int i = 0; i < 10; i++) {
			assertThat(node(i).create(session("old " + ((number - 2) * 10 + i)))).isTrue();
			live++;
		}
		return live;
	}

	private StoredSession session(String name) {
		Instant now = clock.instant();
		return new StoredSession(key(name), hash("person"), 1, now, now.plus(LIFETIME), now.plus(IDLE), bytes("state"),
				List.of(service("one"), service("two")));
	}

}
