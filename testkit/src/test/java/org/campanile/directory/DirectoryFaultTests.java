package org.campanile.directory;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.testkit.Polling;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.testkit.directory.Relay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DirectoryFaultTests {

	private static final String ALICE = "uid=alice,ou=people,dc=example,dc=edu";

	private final ObservedDirectory server = new ObservedDirectory();

	private final Relay first = new Relay(server.address());

	private final Relay second = new Relay(server.address());

	private final DirectorySettings settings = DirectoryFixtures.settings(first.address(), second.address());

	@AfterEach
	void stop() throws Exception {
		first.close();
		second.close();
		server.close();
	}

	@Test
	void whenOneReplicaResetsEveryBindThenTheOtherAnswersAfterOneRetry() throws Exception {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			first.mode(Relay.Mode.RESET);
			for (int i = 0; i < 5; i++) {
				assertThat(bind(directory, "alice-demo")).isInstanceOf(BindAnswer.Accepted.class);
				assertThat(bind(directory, "wrong")).isInstanceOf(BindAnswer.Refused.class);
			}
			assertThat(first.misbehaved()).as("tries on the bad replica").isEqualTo(1);
			assertThat(server.binds()).isEqualTo(10);
		}
	}

	@Test
	void whenEveryReplicaResetsThenItIsUnavailableAfterTwoTries() {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			first.mode(Relay.Mode.RESET);
			second.mode(Relay.Mode.RESET);
			assertThatExceptionOfType(DirectoryUnavailableException.class)
				.isThrownBy(() -> bind(directory, "alice-demo"));
			assertThat(first.misbehaved() + second.misbehaved()).isEqualTo(2);
		}
	}

	@Test
	void whenTheServiceAccountIsRefusedThenItsPasswordIsNamed() {
		DirectorySettings wrong = DirectoryFixtures.with(settings,
				Optional.of(new ServiceAccount(EmbeddedDirectory.DEMO_SERVICE_DN, "wrong")));
		try (Directory directory = DirectoryFixtures.open(wrong)) {
			assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> directory.read("alice"))
				.withMessageContaining("campanile.ldap.bind-password")
				.withMessageNotContaining("campanile.ldap.urls");
		}
	}

	@Test
	void whenTheBaseIsNotThereThenItsKeyIsNamed() {
		DirectorySettings.Users users = settings.users();
		DirectorySettings wrong = DirectoryFixtures.with(settings,
				new DirectorySettings.Users("ou=nowhere,dc=example,dc=edu", users.scope(), users.filter(),
						users.principalAttribute(), users.ignoreReferences(), users.decoyDn()));
		try (Directory directory = DirectoryFixtures.open(wrong)) {
			assertThat(directory.fault()).get()
				.asString()
				.contains("ou=nowhere,dc=example,dc=edu", "; check campanile.ldap.base-dn");
			assertThat(directory.isHealthy()).isFalse();
		}
	}

	@Test
	void whenTheBaseCannotBeSearchedThenItIsNotHealthyAndTheReasonReported() {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			server.refuse(ResultCode.REFERRAL);
			assertThat(directory.fault()).get().asString().contains("refers elsewhere", "campanile.ldap.base-dn");
			server.refuse(ResultCode.INSUFFICIENT_ACCESS_RIGHTS);
			assertThat(directory.fault()).get().asString().contains("campanile.ldap.bind-dn");
			for (ResultCode code : List.of(ResultCode.UNWILLING_TO_PERFORM, ResultCode.TIME_LIMIT_EXCEEDED,
					ResultCode.OTHER)) {
				server.refuse(code);
				assertThat(directory.fault()).as(code.getName()).isPresent();
			}
			server.refuse(ResultCode.SUCCESS);
			assertThat(directory.fault()).isEmpty();
		}
	}

	@Test
	void whenAPortSpeaksNoTlsThenThatIsAsked() {
		DirectorySettings tls = new DirectorySettings(List.of(first.address()), Order.FAILOVER,
				new Transport(Security.LDAPS, Optional.empty(), true), settings.serviceAccount(), settings.users(),
				settings.pools(), settings.limits());
		try (Directory directory = DirectoryFixtures.open(tls)) {
			assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> directory.read("alice"))
				.withMessageContaining("does this port speak TLS?");
		}
	}

	@Test
	@Timeout(60)
	void whenAPortAcceptsAndNeverAnswersTheHandshakeThenThatIsReportedAndNotWaitedForEver() throws Exception {
		try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			ServerAddress address = new ServerAddress("127.0.0.1", silent.getLocalPort());
			DirectorySettings tls = new DirectorySettings(List.of(address), Order.FAILOVER,
					new Transport(Security.LDAPS, Optional.empty(), true), settings.serviceAccount(), settings.users(),
					settings.pools(), DirectoryFixtures.briefly());
			Connectors connectors = new Connectors(tls.transport(), tls.limits(), InstantSource.system());
			assertThatExceptionOfType(LDAPException.class)
				.isThrownBy(() -> connectors.to(address, Optional.empty()).getConnection());
			assertThat(new DirectoryProbe(tls, List.of(), Optional.empty(), InstantSource.system()).run().faults())
				.singleElement()
				.asString()
				.startsWith("campanile.ldap.urls: " + address + " accepts, but does not answer a TLS handshake; ");
		}
	}

	@Test
	void whenIdleConnectionsWereCutThenNobodyNotices() throws Exception {
		try (Directory directory = DirectoryFixtures.open(DirectoryFixtures.settings(first.address()))) {
			inParallel(8, () -> directory.read("alice").orElseThrow());
			first.cut();
			for (int i = 0; i < 12; i++) {
				assertThat(directory.read("alice")).isPresent();
			}
		}
	}

	@Test
	void whenAReplicaFailsThenARequestDoesNotReopenThePool() throws Exception {
		Duration minute = Duration.ofMinutes(1);
		CountDownLatch held = server.holdSearches();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
				Directory directory = DirectoryFixtures
					.open(DirectoryFixtures.with(settings, new Limits(minute, minute, minute, minute)))) {
			List<Future<Optional<DirectoryEntry>>> reads = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				reads.add(threads.submit(() -> directory.read("alice")));
			}
			Polling.until(() -> first.accepted() >= 8);
			held.countDown();
			for (Future<Optional<DirectoryEntry>> read : reads) {
				assertThat(read.get()).isPresent();
			}
			first.cut();
			assertThat(directory.read("alice")).isPresent();
			assertThat(second.accepted()).isLessThanOrEqualTo(2);
		}
	}

	@ParameterizedTest
	@EnumSource(Order.class)
	void whenOneReplicaSwallowsEverythingThenItIsPassedOverAfterwards(Order order) throws Exception {
		Limits limits = new Limits(Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(5),
				Duration.ofSeconds(20));
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		try (Directory directory = new Directory(
				DirectoryFixtures.with(DirectoryFixtures.with(settings, limits), order), Directory.DEFAULT_ATTRIBUTES,
				InstantSource.system(), meters)) {
			inParallel(8, () -> bind(directory, "alice-demo"));
			first.mode(Relay.Mode.BLACKHOLE);
			for (int i = 0; i < 20; i++) {
				assertThat(bind(directory, "alice-demo")).isInstanceOf(BindAnswer.Accepted.class);
			}
			assertThat(meters.get("campanile.directory.bind").timer().count() - 28)
				.as("logins that waited for the silent replica")
				.isLessThanOrEqualTo(2);
		}
	}

	@Test
	void whenEveryReplicaIsSilentThenItIsUnavailableWithinTheTotal() {
		first.mode(Relay.Mode.BLACKHOLE);
		second.mode(Relay.Mode.BLACKHOLE);
		Limits limits = new Limits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1),
				Duration.ofMillis(300));
		try (Directory directory = DirectoryFixtures.open(DirectoryFixtures.with(settings, limits))) {
			assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> directory.read("alice"))
				.withMessageContaining("300 ms");
		}
	}

	@Test
	void whenNothingListensThenItStartsAllTheSameAndRecoversUnaided() throws Exception {
		ServerAddress address;
		try (EmbeddedDirectory before = EmbeddedDirectory.demo(0)) {
			address = before.address();
		}
		try (Directory directory = DirectoryFixtures.open(DirectoryFixtures.settings(address))) {
			directory.checkConnectivity();
			assertThat(directory.isHealthy()).isFalse();
			assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> directory.read("alice"));
			try (EmbeddedDirectory after = EmbeddedDirectory.demo(address.port())) {
				assertThat(after.address()).isEqualTo(address);
				assertThat(directory.isHealthy()).isTrue();
				assertThat(directory.read("alice")).isPresent();
			}
			assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> directory.read("alice"));
		}
	}

	@Test
	void whenTheDirectoryIsSlowThenNoMoreThanSoManyWait() throws Exception {
		first.mode(Relay.Mode.BLACKHOLE);
		second.mode(Relay.Mode.BLACKHOLE);
		Limits limits = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30),
				Duration.ofSeconds(30));
		Pools pools = new Pools(1, 1, 2, Duration.ofMinutes(1), Duration.ofMinutes(1));
		CountDownLatch inside = new CountDownLatch(2);
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
				Directory directory = DirectoryFixtures
					.open(DirectoryFixtures.with(DirectoryFixtures.with(settings, limits), pools))) {
			List<Future<BindAnswer>> waiting = new ArrayList<>();
			for (int i = 0; i < 2; i++) {
				waiting.add(threads.submit(() -> directory.within(talk -> {
					inside.countDown();
					return talk.bind(ALICE, "alice-demo");
				})));
			}
			inside.await();
			assertThatExceptionOfType(DirectoryUnavailableException.class)
				.isThrownBy(() -> bind(directory, "alice-demo"))
				.withMessageContaining("already 2 logins wait for it (campanile.ldap.max-concurrent)");
			waiting.forEach(future -> future.cancel(true));
		}
	}

	@Test
	void whenAsManyLoginsWaitAsMayThenTheDirectoryIsStillFoundHealthy() throws Exception {
		Pools pools = new Pools(1, 1, 1, Duration.ofMinutes(1), Duration.ofMinutes(1));
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch free = new CountDownLatch(1);
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
				Directory directory = DirectoryFixtures.open(DirectoryFixtures.with(settings, pools))) {
			Future<Boolean> login = threads.submit(() -> directory.within(talk -> {
				inside.countDown();
				return awaited(free);
			}));
			inside.await();
			assertThat(directory.isHealthy()).isTrue();
			assertThat(directory.read("alice")).isPresent();
			free.countDown();
			assertThat(login.get()).isTrue();
		}
	}

	/** Health needs no token, so it can be requested at any rate. */
	@Test
	void whenManyProbeAtOnceThenAllGetOneAnswerAndNoFailureIsCounted() throws Exception {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		Duration minute = Duration.ofMinutes(1);
		DirectorySettings patient = DirectoryFixtures.with(settings, new Limits(minute, minute, minute, minute));
		try (Directory directory = new Directory(patient, Directory.DEFAULT_ATTRIBUTES, InstantSource.system(),
				meters)) {
			CountDownLatch held = server.holdSearches();
			List<FutureTask<Optional<String>>> probes = new ArrayList<>();
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				FutureTask<Optional<String>> probe = new FutureTask<>(directory::fault);
				probes.add(probe);
				threads.add(Thread.ofVirtual().start(probe));
			}
			EnumSet<Thread.State> waiting = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING,
					Thread.State.TERMINATED);
			Polling.until(() -> threads.stream().map(Thread::getState).allMatch(waiting::contains));
			held.countDown();
			for (FutureTask<Optional<String>> probe : probes) {
				assertThat(probe.get()).isEmpty();
			}
			assertThat(meters.get("campanile.directory.unavailable").counter().count()).isZero();
		}
	}

	private static boolean awaited(CountDownLatch latch) {
		try {
			return latch.await(60, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			return false;
		}
	}

	@Test
	void whenThePoolIsExhaustedThenTheWaitEnds() throws Exception {
		Limits limits = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofMillis(200),
				Duration.ofSeconds(20));
		Pools pools = new Pools(1, 1, 10, Duration.ofMinutes(1), Duration.ofMinutes(1));
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
				Directory directory = DirectoryFixtures
					.open(DirectoryFixtures.with(DirectoryFixtures.with(settings, limits), pools))) {
			assertThat(bind(directory, "alice-demo")).isInstanceOf(BindAnswer.Accepted.class);
			first.mode(Relay.Mode.BLACKHOLE);
			Future<BindAnswer> holder = threads.submit(() -> bind(directory, "alice-demo"));
			while (first.misbehaved() == 0) {
				Thread.onSpinWait();
			}
			assertThatExceptionOfType(DirectoryUnavailableException.class)
				.isThrownBy(() -> bind(directory, "alice-demo"))
				.withMessageContaining("campanile.ldap.bind-pool-size");
			holder.cancel(true);
			first.cut();
		}
	}

	/** It had too little, because the request waited for a connection. */
	@Test
	void whenAServerHadLittleTimeToAnswerThenItHasNotFailed() throws Exception {
		InstantSource clock = InstantSource.system();
		Duration minute = Duration.ofMinutes(1);
		DirectorySettings patient = DirectoryFixtures.with(DirectoryFixtures.settings(first.address()),
				new Limits(minute, minute, minute, minute));
		Replica replica = new Replica(first.address(), clock);
		String connectionName = replica.connectionName();
		first.mode(Relay.Mode.BLACKHOLE);
		try (GuardedPool pool = new GuardedPool("bind", 1, patient,
				new Connectors(patient.transport(), patient.limits(), clock), List.of(replica), Optional.empty())) {
			assertThatExceptionOfType(DirectoryUnavailableException.class)
				.isThrownBy(() -> pool.ping(Deadline.in(minute), Duration.ofMillis(50)))
				.withMessageStartingWith("bind on " + first.address());
		}
		assertThat(replica.suspect()).isFalse();
		assertThat(replica.connectionName()).as("older connections are still used").isEqualTo(connectionName);
	}

	private static BindAnswer bind(Directory directory, String password) throws DirectoryUnavailableException {
		return directory.within(talk -> talk.bind(ALICE, password));
	}

	private interface Call {

		Object run() throws Exception;

	}

	private static void inParallel(int count, Call call) throws Exception {
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			List<Future<Object>> results = new ArrayList<>();
			for (int i = 0; i < count; i++) {
				results.add(threads.submit(call::run));
			}
			for (Future<Object> result : results) {
				assertThat(result.get()).isNotNull();
			}
		}
	}

}
