package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.hazelcast.core.EntryView;
import com.hazelcast.map.IMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.campanile.onetime.OneTimeKey;
import org.campanile.record.StoredRecord;
import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests how long the map keeps an entry: most write operations would reset its expiry.
 */
class EntryLifetimeTests {

	private static final SessionKey KEY = Node.key("a");

	@AutoClose
	private static final TestCluster cluster = TestCluster.started(1);

	private HazelcastSessionStore store = stores();

	private StoredSession session = Node.session("a");

	@BeforeEach
	void create() throws Exception {
		cluster.clear();
		store = stores();
		session = Node.session("a");
		store.create(session);
	}

	@Test
	void whenCreatedThenKeptUntilItIsIdleAndALittleLonger() {
		assertKeptUntil(session.idleExpiresAt());
	}

	@Test
	void whenServicesAreAddedOrTheStateIsUpdatedThenKeptAsLongAsBefore() throws Exception {
		long before = expiration(HazelcastMaps.sessions(cluster.instance(0)), KEY.value());
		for (int i = 0; i < 5; i++) {
			store.addService(KEY, new StoredService("service" + i, Node.HASH, new byte[10]));
			store.update(KEY, i + 1, new byte[10]);
		}
		assertThat(expiration(HazelcastMaps.sessions(cluster.instance(0)), KEY.value())).isEqualTo(before);
	}

	@Test
	void whenTouchedThenKeptUntilTheNewEndButNotPastTheLast() throws Exception {
		store.touch(KEY, session.idleExpiresAt().plus(Duration.ofHours(2)));
		store.close();
		assertKeptUntil(session.idleExpiresAt().plus(Duration.ofHours(2)));
		store.touch(KEY, session.idleExpiresAt().minus(Duration.ofHours(2)));
		store.close();
		assertKeptUntil(session.idleExpiresAt().plus(Duration.ofHours(2)));
		store.touch(KEY, session.expiresAt().plus(Duration.ofDays(3)));
		store.close();
		assertKeptUntil(session.expiresAt());
	}

	@Test
	void whenEndedThenForgottenSoon() throws Exception {
		store.end(KEY);
		long expiration = expiration(HazelcastMaps.sessions(cluster.instance(0)), KEY.value());
		assertThat(Duration.ofMillis(expiration - Node.CLOCK.millis())).isLessThan(Duration.ofSeconds(35));
		assertThat(store.findByPrincipal(Node.HASH, SessionKey.FIRST, 10)).isEqualTo(List.of());
	}

	@Test
	void whenAValueIsTakenThenItsPlaceIsKeptUntilItsEnd() throws Exception {
		HazelcastOneTimeStore oneTime = TestCluster.oneTime(cluster.instance(0), Node.CLOCK);
		oneTime.put("test", "v", new byte[10], Node.later());
		IMap<String, OneTimeRecord> map = HazelcastMaps.oneTime(cluster.instance(0));
		long before = expiration(map, OneTimeKey.of("test", "v").hex());
		oneTime.take("test", "v");
		assertThat(expiration(map, OneTimeKey.of("test", "v").hex())).isEqualTo(before);
	}

	/**
	 * If a replay key expired too early, another node would accept the same request
	 * again, for which its end comes five minutes later.
	 */
	@Test
	void whenTheCallersClockIsAheadAndAnothersBehindAsToleratedThenAMarkIsKeptUntilItsEnd() throws Exception {
		Instant end = Node.later();
		TestCluster.oneTime(cluster.instance(0), () -> Node.CLOCK.instant().plus(Duration.ofMinutes(5)))
			.setReplayKey("test", "m", end);
		assertThat(expiration(HazelcastMaps.oneTime(cluster.instance(0)), OneTimeKey.of("test", "m").hex()))
			.isGreaterThan(end.plus(Duration.ofMinutes(5)).toEpochMilli());
	}

	@Test
	void whenARecordIsUpdatedThenKeptUntilItsNewEndAndWhenRemovedForgottenSoon() throws Exception {
		HazelcastRecordStore records = TestCluster.records(cluster.instance(0), Node.CLOCK);
		StoredRecord record = Node.record("r");
		records.create(record);
		assertKeptUntil(record.end(), recordExpiration());
		Instant later = record.end().plus(Duration.ofDays(3));
		records.update(Node.KIND, "r", 1, later, new byte[10]);
		assertKeptUntil(later, recordExpiration());
		records.update(Node.KIND, "r", 2, record.end(), new byte[10]);
		assertKeptUntil(record.end(), recordExpiration());
		records.remove(Node.KIND, "r");
		assertThat(Duration.ofMillis(recordExpiration() - Node.CLOCK.millis())).isLessThan(Duration.ofSeconds(35));
		assertThat(records.findByOwner(Node.KIND, Node.HASH, "", 10)).isEmpty();
	}

	private static long recordExpiration() {
		return expiration(HazelcastMaps.records(cluster.instance(0)), Node.KIND + "/r");
	}

	private static HazelcastSessionStore stores() {
		return TestCluster.sessions(cluster.instance(0), Node.CLOCK);
	}

	/**
	 * The map rounds expiries to whole seconds, and keeps entries eleven minutes longer.
	 */
	private static void assertKeptUntil(Instant end) {
		assertKeptUntil(end, expiration(HazelcastMaps.sessions(cluster.instance(0)), KEY.value()));
	}

	private static void assertKeptUntil(Instant end, long millis) {
		Instant expiration = Instant.ofEpochMilli(millis);
		assertThat(expiration).isBetween(end.plusSeconds(655), end.plusSeconds(675));
	}

	private static long expiration(IMap<String, ?> map, String key) {
		EntryView<?, ?> view = map.getEntryView(key);
		return view.getExpirationTime();
	}

}
