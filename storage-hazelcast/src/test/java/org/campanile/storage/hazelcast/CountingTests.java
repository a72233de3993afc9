package org.campanile.storage.hazelcast;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.hazelcast.config.CompactSerializationConfig;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Sessions must be counted without deserializing any of them. */
class CountingTests {

	private final AtomicInteger made = new AtomicInteger();

	/** Counts how often a session is deserialized, on any member. */
	private final class CountingForm implements CompactSerializer<SessionRecord> {

		private final SessionForms.Session form = new SessionForms.Session();

		@Override
		public SessionRecord read(CompactReader reader) {
			made.incrementAndGet();
			return form.read(reader);
		}

		@Override
		public void write(CompactWriter writer, SessionRecord session) {
			form.write(writer, session);
		}

		@Override
		public String getTypeName() {
			return form.getTypeName();
		}

		@Override
		public Class<SessionRecord> getCompactClass() {
			return form.getCompactClass();
		}

	}

	@Test
	void whenSessionsAreCountedThenNoneIsMadeOnAnyMember() throws Exception {
		try (TestCluster cluster = new TestCluster(2, 1)) {
			List<HazelcastInstance> members = List.of(start(cluster, 0), start(cluster, 1));
			HazelcastSessionStore store = TestCluster.sessions(members.getFirst(), Node.CLOCK);
			for (int i = 0; i < 500; i++) {
				store.create(Node.session("s" + i));
			}
			for (int i = 0; i < 20; i++) {
				store.end(Node.key("s" + i));
			}
			assertThat(members)
				.allSatisfy(member -> assertThat(HazelcastMaps.sessions(member).getLocalMapStats().getOwnedEntryCount())
					.isGreaterThan(100));
			long byIndex = byIndex(members);
			made.set(0);
			assertThat(store.count()).isEqualTo(480);
			assertThat(made).hasValue(0);
			assertThat(byIndex(members)).as("those that were ended are counted by index").isGreaterThan(byIndex);
			assertThat(store.find(Node.key("s40"))).isPresent();
			assertThat(made).hasPositiveValue();
		}
	}

	private static long byIndex(List<HazelcastInstance> members) {
		return members.stream()
			.mapToLong(member -> HazelcastMaps.sessions(member).getLocalMapStats().getIndexedQueryCount())
			.sum();
	}

	private HazelcastInstance start(TestCluster cluster, int number) {
		Config config = TestCluster.quick(MemberConfig.of(cluster.member(number)));
		config.getSerializationConfig()
			.setCompactSerializationConfig(new CompactSerializationConfig().setSerializers(new CountingForm(),
					new SessionForms.Service(), new OneTimeForms.Entry()));
		return cluster.add(Hazelcast.newHazelcastInstance(config));
	}

}
