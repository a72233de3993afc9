package org.campanile.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.bouncycastle.asn1.x509.GeneralName;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.Verdict.Proven;
import org.campanile.authn.Verdict.Reason;
import org.campanile.authn.Verdict.Rejected;
import org.campanile.authn.throttle.Throttles;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;
import org.campanile.directory.password.LoginMethod;
import org.campanile.directory.password.PasswordSettings;
import org.campanile.testkit.directory.Slapd;
import org.campanile.testkit.directory.TestAuthority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the directory against the installed OpenLDAP slapd. */
class SlapdServersIT {

	private static final Limits PATIENT = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(10),
			Duration.ofSeconds(20), Duration.ofSeconds(30));

	@TempDir
	private static Path folder;

	private static TestAuthority authority;

	@AutoClose
	private static Slapd slapd;

	@BeforeAll
	static void start() throws Exception {
		authority = new TestAuthority(folder);
		slapd = slapd("main");
	}

	private static Slapd slapd(String name) throws Exception {
		Path own = Files.createDirectory(folder.resolve(name));
		authority.issue(own, new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
		return Slapd.start(own, SlapdPeople.ldif());
	}

	@ParameterizedTest
	@EnumSource(Security.class)
	void whenReachedInAnyWayThenPeopleSignIn(Security security) throws Exception {
		try (Directory directory = open(settings(transport(security, true), address(security, "127.0.0.1")))) {
			assertThat(login(directory, "alice", "alice-demo")).isInstanceOfSatisfying(Proven.class, success -> {
				assertThat(success.user().principal()).isEqualTo("alice");
				assertThat(success.user().entry().orElseThrow().texts("mail")).startsWith("alice@example.edu");
				assertThat(success.user().warning()).isEmpty();
			});
			assertThat(reason(login(directory, "alice", "wrong"))).isEqualTo(Reason.BAD_CREDENTIALS);
			assertThat(reason(login(directory, "nobody", "wrong"))).isEqualTo(Reason.BAD_CREDENTIALS);
			assertThat(login(directory, "alice", "alice-demo")).isInstanceOf(Proven.class);
		}
	}

	@ParameterizedTest
	@EnumSource(value = Security.class, names = { "LDAPS", "STARTTLS" })
	void whenTheCertificateNamesAnotherHostThenItIsRefused(Security security) throws Exception {
		// The certificate contains the address; "localhost" is another name of the same
		// server.
		try (Directory directory = open(settings(transport(security, true), address(security, "localhost")))) {
			assertThatExceptionOfType(DirectoryUnavailableException.class)
				.isThrownBy(() -> login(directory, "alice", "alice-demo"));
		}
		try (Directory directory = open(settings(transport(security, false), address(security, "localhost")))) {
			assertThat(login(directory, "alice", "alice-demo")).isInstanceOf(Proven.class);
		}
	}

	@ParameterizedTest
	@EnumSource(value = Security.class, names = { "LDAPS", "STARTTLS" })
	void whenConnectedOverTlsThenItIsKnownWhenTheCertificateExpires(Security security) throws Exception {
		Connectors connectors = new Connectors(transport(security, false), PATIENT, InstantSource.system());
		ServerAddress address = address(security, "localhost");
		connectors.to(address, Optional.empty()).getConnection().close();
		assertThat(connectors.certificates().expiry(address)).isPresent();
	}

	@ParameterizedTest
	@EnumSource(value = Security.class, names = { "LDAPS", "STARTTLS" })
	void whenTheCertificateComesFromElsewhereThenItIsRefused(Security security) throws Exception {
		Path elsewhere = Files.createTempDirectory(folder, "other");
		Transport transport = new Transport(security, Optional.of(new TestAuthority(elsewhere).certificate()), true);
		try (Directory directory = open(settings(transport, address(security, "127.0.0.1")))) {
			assertThatExceptionOfType(DirectoryUnavailableException.class)
				.isThrownBy(() -> login(directory, "alice", "alice-demo"));
		}
		try (Directory directory = open(
				settings(new Transport(security, Optional.empty(), true), address(security, "127.0.0.1")))) {
			assertThatExceptionOfType(DirectoryUnavailableException.class).as("CAs of the JDK")
				.isThrownBy(() -> login(directory, "alice", "alice-demo"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "erin,erin-demo,PASSWORD_EXPIRED", "erin,wrong,BAD_CREDENTIALS",
			"mustafa,mustafa-demo,PASSWORD_MUST_CHANGE", "mustafa,wrong,BAD_CREDENTIALS",
			"lorenz,lorenz-demo,BAD_CREDENTIALS", "lorenz,wrong,BAD_CREDENTIALS" })
	void whenThePolicyRefusesThenTheReasonIsDistinguished(String username, String password, Reason expected)
			throws Exception {
		try (Directory directory = open(settings(DirectoryFixtures.PLAIN, slapd.address()))) {
			assertThat(reason(login(directory, username, password))).isEqualTo(expected);
		}
	}

	@Test
	void whenAnAccountIsLockedThenTheAuditLineKnows() throws Exception {
		try (Directory directory = open(settings(DirectoryFixtures.PLAIN, slapd.address()))) {
			assertThat(login(directory, "lorenz", "lorenz-demo")).isInstanceOfSatisfying(Rejected.class,
					rejected -> assertThat(rejected.detail()).contains("LOCKED"));
			for (int i = 0; i < 3; i++) {
				assertThat(reason(login(directory, "guessed", "wrong"))).isEqualTo(Reason.BAD_CREDENTIALS);
			}
			assertThat(login(directory, "guessed", "guessed-demo")).isInstanceOfSatisfying(Rejected.class, rejected -> {
				assertThat(rejected.reason()).isEqualTo(Reason.BAD_CREDENTIALS);
				assertThat(rejected.detail()).contains("LOCKED");
			});
		}
	}

	@Test
	void whenThePasswordExpiresSoonThenThePersonIsWarned() throws Exception {
		try (Directory directory = open(settings(DirectoryFixtures.PLAIN, slapd.address()))) {
			assertThat(login(directory, "sam", "sam-demo")).isInstanceOfSatisfying(Proven.class,
					success -> assertThat(success.user().warning().orElseThrow().timeLeft().orElseThrow())
						.isBetween(Duration.ofDays(2), Duration.ofDays(3)));
		}
	}

	@Test
	void whenBoundDirectlyThenTheOwnEntryIsRead() throws Exception {
		DirectorySettings anonymous = DirectoryFixtures.with(settings(DirectoryFixtures.PLAIN, slapd.address()),
				Optional.<ServiceAccount>empty());
		LoginMethod direct = new LoginMethod.DirectBind(DnTemplate.parse("uid={user},ou=people,dc=example,dc=edu"));
		try (Directory directory = open(anonymous)) {
			assertThat(authenticator(directory, direct).authenticate("bob", "bob-demo", new LoginOrigin("192.0.2.1")))
				.isInstanceOfSatisfying(Proven.class,
						success -> assertThat(success.user().principal()).isEqualTo("bob"));
		}
	}

	@Test
	void whenAttributesAreRefreshedThenTheEntryIsRead() throws Exception {
		try (Directory directory = open(settings(DirectoryFixtures.PLAIN, slapd.address()))) {
			assertThat(directory.read("bob")).hasValueSatisfying(entry -> {
				assertThat(entry.texts("entryUUID")).isNotEmpty();
				assertThat(entry.bytes("userPassword")).isEmpty();
			});
			assertThat(directory.isHealthy()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(Order.class)
	void whenOneOfTwoReplicasIsKilledUnderLoadThenNobodyIsRefusedForAWrongPassword(Order order) throws Exception {
		try (Slapd first = slapd("first-" + order);
				Slapd second = slapd("second-" + order);
				Directory directory = open(DirectoryFixtures
					.with(settings(DirectoryFixtures.PLAIN, first.address(), second.address()), order));
				ExecutorService people = Executors.newFixedThreadPool(8)) {
			DirectoryPasswordAuthenticator authenticator = authenticator(directory, new LoginMethod.BindSearch());
			AtomicInteger logins = new AtomicInteger();
			List<Future<List<Verdict>>> runs = new ArrayList<>();
			for (int person = 0; person < 8; person++) {
				runs.add(people.submit(() -> {
					List<Verdict> outcomes = new ArrayList<>();
					for (int i = 0; i < 250; i++) {
						outcomes.add(authenticator.authenticate("alice", "alice-demo", new LoginOrigin("192.0.2.1")));
						if (logins.incrementAndGet() == 600) {
							first.kill();
						}
					}
					return outcomes;
				}));
			}
			for (Future<List<Verdict>> run : runs) {
				assertThat(run.get()).extracting(Object::getClass).hasSize(250).containsOnly(Proven.class);
			}
			second.kill();
			assertThatExceptionOfType(DirectoryUnavailableException.class)
				.isThrownBy(() -> authenticator.authenticate("alice", "alice-demo", new LoginOrigin("192.0.2.1")));
		}
	}

	private static ServerAddress address(Security security, String host) {
		int port = security == Security.LDAPS ? slapd.tlsAddress().port() : slapd.address().port();
		return new ServerAddress(host, port);
	}

	private static Transport transport(Security security, boolean checkHostname) {
		return new Transport(security,
				security == Security.PLAIN ? Optional.empty() : Optional.of(authority.certificate()), checkHostname);
	}

	private static DirectorySettings settings(Transport transport, ServerAddress... servers) {
		return new DirectorySettings(List.of(servers), Order.FAILOVER, transport,
				Optional.of(new ServiceAccount(Slapd.SERVICE_DN, Slapd.SERVICE_PASSWORD)),
				DirectoryFixtures.users("(uid={user})"), Pools.DEFAULTS, PATIENT);
	}

	private static Directory open(DirectorySettings settings) {
		return DirectoryFixtures.open(settings);
	}

	private static Verdict login(Directory directory, String username, String password) throws Exception {
		return authenticator(directory, new LoginMethod.BindSearch()).authenticate(username, password,
				new LoginOrigin("192.0.2.1"));
	}

	private static DirectoryPasswordAuthenticator authenticator(Directory directory, LoginMethod method) {
		return new DirectoryPasswordAuthenticator(directory,
				new PasswordSettings(method, false, 256, 1024, Duration.ZERO),
				Throttles.defaults(InstantSource.system()), InstantSource.system(), new SimpleMeterRegistry());
	}

	private static Reason reason(Verdict outcome) {
		assertThat(outcome).isInstanceOf(Rejected.class);
		return ((Rejected) outcome).reason();
	}

}
