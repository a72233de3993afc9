package org.campanile.storage.hazelcast;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

import org.campanile.storage.hazelcast.HazelcastStorageProperties.Mode;
import org.campanile.store.StoreReach;
import org.campanile.testkit.process.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MemberProbeTests {

	@Test
	void whenAMemberDoesNotAnswerThenWhichAndThisOneIsNotTried() throws Exception {
		List<Integer> ports = Ports.free(2);
		try (ServerSocket member = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			String up = "127.0.0.1:" + member.getLocalPort();
			String down = "127.0.0.1:" + ports.get(0);
			StoreReach reach = reach(Mode.MEMBER, ports.get(1), List.of(up, down, "127.0.0.1:" + ports.get(1)));
			assertThat(reach.answers()).containsExactly("member " + up + " can be reached");
			assertThat(reach.faults()).singleElement()
				.asString()
				.startsWith("campanile.storage.hazelcast.members: member " + down + " does not answer (");
		}
	}

	@Test
	void whenNoneIsListedThenThereIsNoneToReach() {
		StoreReach reach = reach(Mode.MEMBER, Ports.free(), List.of());
		assertThat(reach.faults()).isEmpty();
		assertThat(reach.answers()).containsExactly("no other member is listed");
	}

	@Test
	void whenAClientNamesAServerWithoutAPortThenThatOfTheSettings() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			assertThat(reach(Mode.CLIENT, server.getLocalPort(), List.of("127.0.0.1")).answers())
				.containsExactly("member 127.0.0.1:" + server.getLocalPort() + " can be reached");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "127.0.0.1:65536", "127.0.0.1:0", "node.example.edu:99999999999", "[::1]:70000",
			"127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1" })
	void whenAMemberHasNoPortThatCanBeThenTheSettingIsRefused(String member) {
		assertThatIllegalArgumentException().isThrownBy(() -> reach(Mode.MEMBER, 5701, List.of("127.0.0.2", member)))
			.withMessage("campanile.storage.hazelcast.members: " + member
					+ " has no port from 1 to 65535; write host:port, or only the host for 5701");
	}

	@ParameterizedTest
	@ValueSource(strings = { "127.0.0.1", "127.0.0.1:1", "node.example.edu:65535", "::1", "[::1]", "[::1]:5701" })
	void whenAMemberHasAPortThatCanBeOrNoneThenItIsTaken(String member) {
		assertThat(ListedMembers.hasValidPort(member)).isTrue();
	}

	private static StoreReach reach(Mode mode, int port, List<String> members) {
		return new HazelcastStorageProperties("campanile", mode, "", port, members, "", "", "", 0, 1,
				Duration.ofSeconds(3), 0)
			.reach();
	}

}
