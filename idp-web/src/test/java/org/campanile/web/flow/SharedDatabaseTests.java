package org.campanile.web.flow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.TrialDatabase;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests how users experience a PostgreSQL database that several nodes share. */
@Timeout(180)
class SharedDatabaseTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	/** Ten times the size of the connection pool. */
	private static final int PEOPLE = 10;

	@TempDir
	private static Path folder;

	@AutoClose
	private static TrialDatabase database;

	private final ForeignService service = ForeignService.at("sp.example.org", InstantSource.system());

	@BeforeAll
	static void start() throws IOException {
		database = TrialDatabase.start(folder, new Ports());
	}

	@Test
	void whenThePoolIsExhaustedThenEverybodyIsAskedToComeAgainAndLaterTheyMay() throws Exception {
		try (TestIdp idp = node(TestIdp.newHome(), InstantSource.system(), "campanile.storage.jpa.pool-size=1")) {
			MeterRegistry meters = idp.bean(MeterRegistry.class);
			List<Callable<Page>> logins = new ArrayList<>();
			for (int i = 0; i < PEOPLE; i++) {
				Browser browser = new Browser();
				Page login = browser.open(service.redirect(idp, PLAIN).url());
				logins.add(() -> browser.login(login, "alice", "alice-demo"));
			}
			double before = meters.get("hikaricp.connections.timeout").counter().count();
			List<Page> pages;
			try (Connection locker = lockedSessions()) {
				assertThat(locker.getAutoCommit()).isFalse();
				pages = atOnce(logins);
			}
			assertThat(pages).allSatisfy(page -> {
				assertThat(page.status()).isEqualTo(503);
				assertThat(page.header("retry-after")).isEqualTo("5");
				assertThat(page.header("content-type")).startsWith("text/html");
				assertThat(page.text("code")).startsWith("STORE_UNAVAILABLE-");
				assertThat(page.body()).doesNotContain("Exception", "SQL", "hikari");
			});
			assertThat(meters.get("hikaricp.connections.timeout").counter().count()).as("the pool had none to give")
				.isGreaterThan(before);
			Polling.until(() -> readiness(idp).status() == 200);
			signIn(idp, new Browser());
		}
	}

	@Test
	void whenSomebodyGuessesOnThreeNodesThenTheyCountTogetherAndTheOwnerGetsInOnEach() throws Exception {
		Path home = TestIdp.newHome();
		String[] settings = { "campanile.authentication.failure-step=0", "campanile.http.trusted-proxies=127.0.0.1" };
		MutableClock clock = new MutableClock(Instant.now());
		try (TestIdp first = node(home, clock, settings);
				TestIdp second = node(homeLike(home), clock, settings);
				TestIdp third = node(homeLike(home), clock, settings);
				LogLines audit = LogLines.audit()) {
			// Starting may have taken minutes, and the database uses its own clock.
			clock.set(Instant.now());
			List<TestIdp> nodes = List.of(first, second, third);
			List<Callable<Page>> fromOneAddress = new ArrayList<>();
			List<Callable<Page>> fromMany = new ArrayList<>();
			for (TestIdp node : nodes) {
				Polling.until(() -> readiness(node).status() == 200);
				for (int i = 0; i < 8; i++) {
					fromOneAddress.add(guess(node, "203.0.113.1"));
					fromMany.add(guess(node, "203.0.113." + (i + 2)));
				}
			}
			atOnce(fromOneAddress);
			assertThat(checkedByTheDirectory(audit)).as("six from one address, and one for each further node")
				.isBetween(3L, 8L);
			for (TestIdp node : nodes) {
				assertThat(triesOfTheOwner(node, clock)).isLessThanOrEqualTo(3);
			}
			atOnce(fromMany);
			assertThat(checkedByTheDirectory(audit)).as("ten, and one for each further node").isBetween(5L, 12L);
		}
	}

	private Callable<Page> guess(TestIdp node, String address) {
		Browser browser = new Browser().withHeader("X-Forwarded-For", address);
		Page login = browser.open(service.redirect(node, PLAIN).url());
		return () -> browser.login(login, "alice", "wrong");
	}

	/**
	 * Returns the number of attempts, one second apart, that the owner needs to sign in.
	 */
	private int triesOfTheOwner(TestIdp node, MutableClock clock) {
		Browser owner = new Browser().withHeader("X-Forwarded-For", "198.51.100.1");
		for (int i = 1; i <= 10; i++) {
			Page login = owner.open(service.redirect(node, PLAIN).url());
			if (owner.login(login, "alice", "alice-demo").formWith("SAMLResponse").isPresent()) {
				return i;
			}
			clock.advance(Duration.ofSeconds(1));
		}
		return Integer.MAX_VALUE;
	}

	private static long checkedByTheDirectory(LogLines audit) {
		return audit.lines()
			.stream()
			.filter(line -> line.contains("code=BAD_CREDENTIALS-") && !line.contains("not asked"))
			.count();
	}

	@Test
	void whenANodesClockIsTwoMinutesOffThenPeopleAndServicesNoticeNothing() throws Exception {
		Path home = TestIdp.newHome();
		try (TestIdp right = node(home, InstantSource.system());
				TestIdp ahead = node(homeLike(home), off(Duration.ofMinutes(2)));
				TestIdp behind = node(homeLike(home), off(Duration.ofMinutes(-2)))) {
			List<TestIdp> nodes = List.of(right, ahead, behind);
			for (TestIdp first : nodes) {
				Polling.until(() -> readiness(first).status() == 200);
				Browser person = new Browser();
				signIn(first, person);
				for (TestIdp next : nodes) {
					RedirectRequest request = service.redirect(next, PLAIN);
					assertThat(uid(next, person.get(request.url()), request)).as("without a password")
						.containsExactly("alice");
				}
				Browser thief = person.copy();
				person.open(first.baseUrl() + "/profile/Logout");
				for (TestIdp next : nodes) {
					assertThat(thief.copy().open(service.redirect(next, PLAIN).url()).loginForm()).isNotNull();
				}
			}
		}
	}

	@Test
	void whenANodesClockIsTenMinutesOffThenItIsNotReadyAndSaysWhy() throws Exception {
		try (TestIdp idp = node(TestIdp.newHome(), off(Duration.ofMinutes(-10)))) {
			Polling.until(() -> readiness(idp).body().contains("behind the one that all nodes share"));
			Page page = readiness(idp);
			assertThat(page.status()).isEqualTo(503);
			assertThat(page.body()).contains("OUT_OF_SERVICE").containsPattern("clock is PT(10M|9M59S) behind");
		}
	}

	private static InstantSource off(Duration offset) {
		return () -> Instant.now().plus(offset);
	}

	private TestIdp node(Path home, InstantSource clock, String... settings) {
		service.registered(home);
		List<String> all = new ArrayList<>(List.of(settings));
		for (Map.Entry<String, String> setting : database.settings(1).entrySet()) {
			all.add(setting.getKey() + "=" + setting.getValue());
		}
		all.add("campanile.http.drain=0s");
		return TestIdp.start(home, TestIdp.clock(clock), all.toArray(String[]::new));
	}

	/** Creates another home folder with the same keys. */
	private static Path homeLike(Path home) throws IOException {
		Path other = TestIdp.newHome();
		FileSystemUtils.copyRecursively(home.resolve("credentials"), other.resolve("credentials"));
		return other;
	}

	private void signIn(TestIdp idp, Browser browser) {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page page = browser.login(browser.open(request.url()), "alice", "alice-demo");
		assertThat(uid(idp, page, request)).containsExactly("alice");
	}

	/** Reads the response with the usual clock skew of three minutes. */
	private List<String> uid(TestIdp idp, Page page, RedirectRequest request) {
		TrustedIdentityProvider trusted = TrustedIdentityProvider
			.of(new Browser().get(idp.baseUrl() + "/metadata").body().getBytes(StandardCharsets.UTF_8));
		try {
			return service.provider()
				.decode(page.samlResponse(),
						ResponseExpectations.of(trusted, service.acs(), InResponseToCheck.to(request.id()))
							.withClockSkew(Duration.ofMinutes(3)))
				.success()
				.values("uid");
		}
		catch (ResponseRejectedException ex) {
			throw new AssertionError(ex.getMessage(), ex);
		}
	}

	/** Locks the table of sessions, so that writers wait and hold their connections. */
	private static Connection lockedSessions() throws SQLException {
		Map<String, String> settings = database.settings(1);
		Connection connection = DriverManager.getConnection(settings.getOrDefault("campanile.storage.jpa.url", ""),
				settings.get("campanile.storage.jpa.username"), "");
		connection.setAutoCommit(false);
		connection.createStatement().execute("LOCK TABLE campanile_session IN ACCESS EXCLUSIVE MODE");
		return connection;
	}

	private static Page readiness(TestIdp idp) {
		return new Browser().get(idp.managementUrl() + "/health/readiness");
	}

	private static <T> List<T> atOnce(List<Callable<T>> tasks) throws Exception {
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			List<T> results = new ArrayList<>();
			for (Future<T> future : executor.invokeAll(tasks)) {
				results.add(future.get());
			}
			return results;
		}
	}

}
