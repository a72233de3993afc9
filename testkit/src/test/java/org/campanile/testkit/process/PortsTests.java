package org.campanile.testkit.process;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PortsTests {

	private final Ports ports = new Ports();

	@Test
	void whenThePortIsFreeThenItIsGivenOnce() throws Exception {
		int free = freePort();
		assertThat(Ports.isFree(free)).isTrue();
		assertThat(ports.near(free)).isEqualTo(free);
		assertThat(ports.near(free)).isNotEqualTo(free).isPositive();
	}

	@Test
	void whenThePortIsTakenThenAnother() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			assertThat(Ports.isFree(taken.getLocalPort())).isFalse();
			int given = ports.near(taken.getLocalPort());
			assertThat(given).isNotEqualTo(taken.getLocalPort());
			assertThat(Ports.isFree(given)).isTrue();
		}
	}

	@Test
	void whenThePortIsClaimedThenAnother() {
		int claimed = Ports.free();
		assertThat(ports.near(claimed)).isNotEqualTo(claimed);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, 65_536, 70_000 })
	void whenItIsNoPortThenAnother(int wanted) {
		assertThat(ports.near(wanted)).isBetween(1, 65_535);
	}

	@Test
	void whenManyAreWantedThenNoneIsGivenTwice() {
		Set<Integer> given = new HashSet<>();
		for (int i = 0; i < 200; i++) {
			int port = ports.near(0);
			assertThat(given.add(port)).isTrue();
			// Higher ports are ephemeral: any outgoing connection may use them.
			assertThat(port).isBetween(1_024, 32_767);
		}
	}

	private static int freePort() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

}
