package org.campanile.storage.jpa;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionsContract;

class JpaSessionsTests extends SessionsContract {

	private int opened;

	@Override
	protected SessionStore open(InstantSource clock) {
		return Postgres.sessions(Postgres.node(opened++), clock, CommitMode.DURABLE);
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

	@Override
	protected void settle(SessionStore store) {
		((TestSessions) store).flush();
	}

}
