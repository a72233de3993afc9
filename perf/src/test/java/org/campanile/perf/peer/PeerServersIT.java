package org.campanile.perf.peer;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.GatlingLoad;
import org.campanile.perf.load.LoadPlan.Journey;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests the peers that the distribution packages. Keycloak is not packaged, and its 170
 * MB are downloaded only on request.
 */
class PeerServersIT {

	private static final Population PEOPLE = new Population(20);

	@TempDir
	private Path results;

	@Test
	void whenPeopleSignInToSimpleSamlPhpThenEveryAnswerIsSoundAndNothingIsLeftRunning() throws Exception {
		SimpleSamlPeer peer = new SimpleSamlPeer();
		assertThat(peer.missing()).isEmpty();
		Target target;
		try (RunningSystem system = peer.start(DirectorySpec.embedded(PEOPLE), results);
				GatlingLoad load = new GatlingLoad()) {
			target = system.target();
			assertThat(system.processes()).extracting("role")
				.containsExactlyInAnyOrder(ProcessRole.DIRECTORY, ProcessRole.IDENTITY_PROVIDER, ProcessRole.PROXY);

			LoadResult logins = load(load, target, Journey.LOGIN);
			assertThat(logins.failures()).isEmpty();
			assertThat(logins.logins()).isEqualTo(40);

			assertThat(load(load, target.byPost(), Journey.LOGIN).failures()).isEmpty();

			LoadResult signOns = load(load, target, Journey.SSO);
			assertThat(signOns.failures()).isEmpty();
			assertThat(signOns.signOns()).isPositive();
		}
		assertThatIOException().isThrownBy(
				() -> new Socket().connect(new InetSocketAddress("127.0.0.1", target.start().getPort()), 1_000));
		try (Stream<Path> left = java.nio.file.Files.list(results)) {
			assertThat(left.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.startsWith("system-"));
		}
	}

	private LoadResult load(GatlingLoad load, Target target, Journey journey) throws Exception {
		return load.run(target, LoadPlan.logins(40, 2, PEOPLE).withJourney(journey),
				results.resolve((target.kind() + "-" + journey).toLowerCase(java.util.Locale.ROOT)), progress -> {
				});
	}

}
