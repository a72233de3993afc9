package org.campanile.storage.hazelcast;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.logout.LogoutRemains;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what a memory dump of a member reveals about replay keys and one-time values. */
class OneTimeSecrecyTests {

	@Test
	void whenTheMapsAreDumpedThenNothingOfALogoutOrItsPersonIsInThem() throws Exception {
		try (TestCluster cluster = TestCluster.started(1)) {
			OneTimeStore store = TestCluster.oneTime(cluster.instance(0), LogoutRemains.CLOCK);
			assertThat(MapDump.of(cluster.instances())).isEmpty();
			List<String> secrets = LogoutRemains.leave(store);
			// A logout request that was answered also keeps its entry until it expires.
			assertThat(HazelcastMaps.oneTime(cluster.instance(0)).size()).isEqualTo(LogoutRemains.COUNT + 1);
			byte[] dump = MapDump.of(cluster.instances());
			HazelcastMaps.oneTime(cluster.instance(0))
				.keySet()
				.forEach(key -> assertThat(text(dump)).as("the dump is whole").contains(key));
			for (String secret : secrets) {
				byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
				assertThat(text(dump).contains(secret)).as(secret).isFalse();
				assertThat(text(dump).contains(HexFormat.of().formatHex(bytes))).as(secret).isFalse();
				assertThat(text(dump).contains(new String(bytes, StandardCharsets.UTF_16BE))).as(secret).isFalse();
			}
		}
	}

	/** Without this test, the search above might be unable to find anything. */
	@Test
	void whenAValueIsNotSealedThenTheDumpShowsIt() throws Exception {
		try (TestCluster cluster = TestCluster.started(1)) {
			TestCluster.oneTime(cluster.instance(0), Node.CLOCK)
				.put("test", "name", "planted".getBytes(StandardCharsets.UTF_8), Node.later());
			assertThat(text(MapDump.of(cluster.instances()))).contains("planted");
		}
	}

	private static String text(byte[] dump) {
		return new String(dump, StandardCharsets.ISO_8859_1);
	}

}
