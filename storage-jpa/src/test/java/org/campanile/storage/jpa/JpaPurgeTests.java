package org.campanile.storage.jpa;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.session.SessionPurgeContract;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JpaPurgeTests extends SessionPurgeContract {

	private final Map<SessionStore, Purge> purges = new HashMap<>();

	private int opened;

	@Override
	protected SessionStore open(InstantSource clock) {
		Database node = Postgres.node(opened++);
		SessionStore store = Postgres.sessions(node, clock, CommitMode.DURABLE);
		purges.put(store, purge(node));
		return store;
	}

	private Purge purge(Database node) {
		return Postgres.purge(node, clock, budget(), Duration.ofSeconds(30));
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

	@Override
	protected void settle(SessionStore store) {
		((TestSessions) store).flush();
	}

	@Override
	protected int purge(SessionStore store) throws Exception {
		return Math.toIntExact(Objects.requireNonNull(purges.get(store)).run());
	}

	@Override
	protected int budget() {
		return 100;
	}

	@Override
	protected long stored() throws Exception {
		return Postgres.number("SELECT count(*) FROM campanile_session");
	}

	@Test
	void whenThereIsNoTimeLeftThenNothingIsDeleted() throws Exception {
		OneTimeStore oneTime = new JpaOneTimeStore(Postgres.node(0), clock);
		oneTime.setReplayKey("request", "a", START.plusSeconds(1));
		clock.advance(Duration.ofSeconds(2));
		assertThat(Postgres.purge(Postgres.node(0), clock, budget(), Duration.ZERO).run()).isZero();
		assertThat(Postgres.number("SELECT count(*) FROM campanile_one_time")).isOne();
		assertThat(purge(Postgres.node(0)).run()).isOne();
		assertThat(Postgres.number("SELECT count(*) FROM campanile_one_time")).isZero();
	}

	@Test
	void whenTheClockOfTheNodeIsADayAheadThenWhatLivesByTheDatabasesStays() throws Exception {
		Instant now = Instant.ofEpochSecond(Postgres.number("SELECT CAST(extract(epoch FROM now()) AS bigint)"));
		clock.set(now);
		new JpaOneTimeStore(Postgres.node(0), clock).setReplayKey("request", "a", now.plus(Duration.ofHours(1)));
		clock.advance(Duration.ofDays(1));
		assertThat(purge(Postgres.node(0)).run()).isZero();
		assertThat(Postgres.number("SELECT count(*) FROM campanile_one_time")).isOne();
	}

	@Test
	void whenAnotherNodePurgesThenThisOneLeavesItToIt() throws Exception {
		new JpaOneTimeStore(Postgres.node(0), clock).setReplayKey("request", "a", START.plusSeconds(1));
		clock.advance(Duration.ofSeconds(2));
		long locked = Postgres.node(0).call("locking", session -> session.doReturningWork(connection -> {
			connection.createStatement().execute("SELECT pg_advisory_lock(" + 0x63616d70616e696cL + ")");
			try {
				return purge(Postgres.node(1)).run();
			}
			catch (StoreUnavailableException ex) {
				throw new IllegalStateException(ex);
			}
			finally {
				connection.createStatement().execute("SELECT pg_advisory_unlock_all()");
			}
		}));
		assertThat(locked).isZero();
		assertThat(purge(Postgres.node(1)).run()).isOne();
	}

	/** Otherwise requests would have no connection while a node with one purges. */
	@Test
	void whenEveryConnectionOfThePoolIsInUseThenThePurgeHasItsOwn() throws Exception {
		try (Database node = new Database(
				Postgres.properties(Postgres.url(), 1, Duration.ofSeconds(5), Duration.ofSeconds(30)), Postgres.PATIENT,
				new SimpleMeterRegistry())) {
			node.prepare();
			new JpaOneTimeStore(node, clock).setReplayKey("request", "a", START.plusSeconds(1));
			clock.advance(Duration.ofSeconds(2));
			long purged = node.call("holding", session -> session.doReturningWork(connection -> {
				try {
					return purge(node).run();
				}
				catch (StoreUnavailableException ex) {
					throw new IllegalStateException(ex);
				}
			}));
			assertThat(purged).isOne();
			assertThat(Postgres.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")).isZero();
		}
	}

}
