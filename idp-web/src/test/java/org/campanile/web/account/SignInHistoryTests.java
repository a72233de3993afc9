package org.campanile.web.account;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.audit.AuditEvent;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the recent sign-ins on the account page, and their cost. */
@Timeout(120)
class SignInHistoryTests {

	private static final MutableClock clock = new MutableClock(Instant.now());

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser().withHeader("User-Agent", "Firefox/140.0 (Windows)");

	@BeforeAll
	static void start() {
		idp = TestIdp.start(TestIdp.newHome(), context -> CountingBeans.register(context, clock),
				"campanile.account.history=3", "campanile.authentication.failure-step=0");
	}

	@Test
	void whenSignedInAndRefusedThenShownTheLatestFirst() throws StoreUnavailableException {
		Page form = browser.open(idp.baseUrl() + "/account");
		Page again = browser.login(form, "alice", "wrong");
		browser.login(again, "alice", "alice-demo");
		Page page = browser.open(idp.baseUrl() + "/account");
		assertThat(page.texts("#history ~ ul li")).hasSize(2);
		assertThat(page.texts("#history ~ ul li").getFirst()).contains("Password", "Firefox, Windows", "127.0.0.0/24")
			.doesNotContain("Refused");
		assertThat(page.texts("#history ~ ul li").getLast()).contains("Refused: wrong password or code");
		idp.bean(SignInHistory.class).flush();
		assertThat(browser.open(idp.baseUrl() + "/account").texts("#history ~ ul li")).as("stored").hasSize(2);
		for (int i = 0; i < 4; i++) {
			clock.advance(Duration.ofMinutes(1));
			Browser other = new Browser();
			other.login(idp.baseUrl() + "/account", "alice", "alice-demo");
		}
		idp.bean(SignInHistory.class).flush();
		assertThat(browser.open(idp.baseUrl() + "/account").texts("#history ~ ul li")).as("the latest").hasSize(3);
	}

	/**
	 * Logins do not wait for the history to be stored, and several sign-ins of a user
	 * take one write.
	 */
	@Test
	void whenAUserSignsInSeveralTimesThenOneReadAndOneWriteLater() {
		CountingBeans counts = idp.bean(CountingBeans.class);
		idp.bean(SignInHistory.class).flush();
		SignInHistory history = new SignInHistory(idp.bean(Records.class), idp.bean(RequestOrigins.class), 3, clock);
		counts.forget();
		signIn(history, 3);
		assertThat(counts.records()).isEmpty();
		history.flush();
		assertThat(counts.records()).containsExactly(CountingRecordStore.Operation.FIND,
				CountingRecordStore.Operation.CREATE);
		counts.forget();
		signIn(history, 2);
		history.flush();
		assertThat(counts.records()).containsExactly(CountingRecordStore.Operation.FIND,
				CountingRecordStore.Operation.UPDATE);
		counts.forget();
		history.flush();
		assertThat(counts.records()).isEmpty();
	}

	private static void signIn(SignInHistory history, int times) {
		signIn(history, times, "carol");
	}

	private static void signIn(SignInHistory history, int times, String user) {
		for (int i = 0; i < times; i++) {
			history.recorded(new AuditEvent(AuditEvent.Type.LOGIN, "OK",
					Map.of("user", user, "service", "https://wiki.example.org", "address", "192.0.2.1")));
		}
	}

	/**
	 * Records have a maximum size, and the name of a service may have up to 1,024
	 * characters.
	 */
	@Test
	void whenServicesHaveLongNamesThenTheLatestAreKept() throws StoreUnavailableException {
		SignInHistory history = new SignInHistory(idp.bean(Records.class), idp.bean(RequestOrigins.class), 100, clock);
		for (int i = 0; i < 100; i++) {
			history.recorded(new AuditEvent(AuditEvent.Type.LOGIN, "OK", Map.of("user", "bob", "service",
					"https://" + i + ".example.org/" + "s".repeat(1_000), "address", "192.0.2.1")));
		}
		history.flush();
		assertThat(history.of("bob")).hasSizeBetween(40, 99)
			.first()
			.satisfies(event -> assertThat(event.s()).startsWith("https://99."));
	}

	/** Otherwise an intruder could hide a sign-in behind many failed attempts. */
	@Test
	void whenManyGuessesFollowThenTheSignInIsStillShown() throws StoreUnavailableException {
		SignInHistory history = new SignInHistory(idp.bean(Records.class), idp.bean(RequestOrigins.class), 4, clock);
		signIn(history, 1, "dora");
		for (int i = 0; i < 12; i++) {
			history.recorded(new AuditEvent(AuditEvent.Type.LOGIN_REFUSED, "BAD_CREDENTIALS-X1",
					Map.of("user", "dora", "address", "198.51.100.1")));
			if (i % 3 == 0) {
				history.flush();
			}
		}
		assertThat(history.of("dora")).hasSize(4).last().satisfies(event -> assertThat(event.r()).isNull());
		signIn(history, 2, "dora");
		assertThat(history.of("dora")).extracting(event -> event.r() == null).containsExactly(true, true, false, false);
	}

	/** Otherwise a flood of guesses at any name could hide an intruder's sign-in. */
	@Test
	void whenGuessesFillTheirRoomThenASignInIsKeptAndTheLogCountsTheRest() throws StoreUnavailableException {
		SignInHistory history = history(new HeapRecordStore(clock, new ConcurrentHashMap<>()));
		for (int i = 0; i < 10_000; i++) {
			history.recorded(new AuditEvent(AuditEvent.Type.LOGIN_REFUSED, "BAD_CREDENTIALS-X1",
					Map.of("user", "guessed", "address", "198.51.100.1")));
		}
		signIn(history, 1, "jane");
		try (LogLines warnings = LogLines.warningsOf(SignInHistory.class)) {
			history.flush();
			assertThat(warnings.lines()).singleElement()
				.asString()
				.startsWith("5000 recent sign-ins and refusals were not kept ");
		}
		assertThat(history.of("jane")).hasSize(1);
	}

	/** Otherwise an app would halve the number of sign-ins that are shown. */
	@Test
	void whenALoginTakesSeveralFactorsThenItIsOneSignIn() throws StoreUnavailableException {
		SignInHistory history = new SignInHistory(idp.bean(Records.class), idp.bean(RequestOrigins.class), 4, clock);
		signIn(history, 1, "erin");
		factor(history, "erin", "https://wiki.example.org", "totp");
		signIn(history, 1, "erin");
		history.flush();
		clock.advance(Duration.ofMinutes(1));
		factor(history, "erin", "https://wiki.example.org", "totp");
		factor(history, "erin", "https://other.example.org", "totp");
		assertThat(history.of("erin")).extracting(SignInHistory.Event::f)
			.containsExactly("totp", "password+totp", "password+totp");
		history.flush();
		clock.advance(Duration.ofMinutes(10));
		factor(history, "erin", "https://wiki.example.org", "totp");
		assertThat(history.of("erin")).extracting(SignInHistory.Event::f)
			.containsExactly("totp", "totp", "password+totp", "password+totp");
	}

	/** It may have been the first factor of another. */
	@Test
	void whenAPasskeyFollowsThenItIsASignInOfItsOwn() throws StoreUnavailableException {
		SignInHistory history = new SignInHistory(idp.bean(Records.class), idp.bean(RequestOrigins.class), 4, clock);
		signIn(history, 1, "frank");
		factor(history, "frank", "https://wiki.example.org", "passkey");
		assertThat(history.of("frank")).extracting(SignInHistory.Event::f).containsExactly("passkey", null);
	}

	private static void factor(SignInHistory history, String user, String service, String kind) {
		history.recorded(new AuditEvent(AuditEvent.Type.LOGIN, "OK",
				Map.of("user", user, "service", service, "address", "192.0.2.1", "factor", kind)));
	}

	@Test
	void whenARecordDoesNotOpenThenThoseOfOtherUsersAreKept() throws StoreUnavailableException {
		Map<String, StoredRecord> stored = new ConcurrentHashMap<>();
		SignInHistory history = history(new HeapRecordStore(clock, stored));
		signIn(history, 1, "a");
		history.flush();
		stored.replaceAll((name, record) -> record.updated(record.end().plusMillis(1), record.state()));
		signInOfSeveral(history);
		try (LogLines warnings = LogLines.warningsOf(SignInHistory.class)) {
			history.flush();
			assertThat(warnings.lines()).singleElement()
				.asString()
				.startsWith("Recent sign-ins of a user were not kept for the user's page: ");
		}
		assertThat(history.of("b")).hasSize(1);
		assertThat(history.of("c")).hasSize(1);
	}

	@Test
	void whenTheStoreFailsMidwayThenTheWarningCountsTheUsersThatAreLeft() throws StoreUnavailableException {
		CountingRecordStore store = new CountingRecordStore(new HeapRecordStore(clock, new ConcurrentHashMap<>()));
		SignInHistory history = history(store);
		signIn(history, 1, "a");
		history.flush();
		signInOfSeveral(history);
		store.fail(CountingRecordStore.Operation.CREATE);
		try (LogLines warnings = LogLines.warningsOf(SignInHistory.class)) {
			history.flush();
			assertThat(warnings.lines()).singleElement()
				.asString()
				.startsWith("Recent sign-ins of 2 users were not kept for their pages: ");
		}
		assertThat(history.of("a")).hasSize(2);
	}

	@Test
	void whenTheStoreIsFullThenUsersWithARecordLoseNothing() throws StoreUnavailableException {
		Map<String, StoredRecord> stored = new ConcurrentHashMap<>();
		RecordStore heap = new HeapRecordStore(clock, stored);
		RecordStore full = (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
				new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("create") && !stored.isEmpty()) {
						throw new StoreRefusedException("full");
					}
					return method.invoke(heap, arguments);
				});
		SignInHistory history = history(full);
		signIn(history, 1, "c");
		history.flush();
		signInOfSeveral(history);
		try (LogLines warnings = LogLines.warningsOf(SignInHistory.class)) {
			history.flush();
			assertThat(warnings.lines()).singleElement()
				.asString()
				.startsWith("Recent sign-ins of 2 users were not kept for their pages: full");
		}
		assertThat(history.of("c")).hasSize(2);
	}

	/** Names that a hash map has in this order. */
	private static void signInOfSeveral(SignInHistory history) {
		signIn(history, 1, "a");
		signIn(history, 1, "b");
		signIn(history, 1, "c");
	}

	private static SignInHistory history(RecordStore store) {
		return history(store, clock);
	}

	private static SignInHistory history(RecordStore store, InstantSource time) {
		return new SignInHistory(new Records(store, SessionFixtures.sealer(1), time), idp.bean(RequestOrigins.class), 4,
				time);
	}

	@Test
	void whenASignInIsOlderThanNinetyDaysThenItIsNotKept() throws StoreUnavailableException {
		MutableClock time = new MutableClock(clock.instant());
		SignInHistory history = history(new HeapRecordStore(time, new ConcurrentHashMap<>()), time);
		for (int i = 0; i < 3; i++) {
			time.advance(Duration.ofDays(60));
			signIn(history, 1, "gina");
			history.flush();
		}
		assertThat(history.of("gina")).hasSize(2);
		time.advance(Duration.ofDays(31));
		assertThat(history.of("gina")).as("not shown either").hasSize(1);
	}

	/** Each node stores some seconds later what it has seen itself. */
	@Test
	void whenAnotherNodeWasFirstToStoreThenTheOrderIsThatOfTime() throws StoreUnavailableException {
		RecordStore store = new HeapRecordStore(clock, new ConcurrentHashMap<>());
		SignInHistory node = history(store);
		SignInHistory other = history(store);
		signIn(node, 1, "hugo");
		clock.advance(Duration.ofSeconds(3));
		factor(other, "hugo", "https://wiki.example.org", "totp");
		other.flush();
		node.flush();
		assertThat(node.of("hugo")).extracting(SignInHistory.Event::f).containsExactly("password+totp");
	}

	/** Otherwise a synchronizing program would hide an intruder's sign-in. */
	@Test
	void whenAProgramSignsInEveryMinuteThenItsLatestIsShownWithTheOthers() throws StoreUnavailableException {
		SignInHistory history = history(new HeapRecordStore(clock, new ConcurrentHashMap<>()));
		long begun = clock.millis();
		signIn(history, 1, "ines");
		for (int i = 0; i < 20; i++) {
			clock.advance(Duration.ofMinutes(1));
			history.recorded(new AuditEvent(AuditEvent.Type.LOGIN, "OK", Map.of("user", "ines", "service",
					"https://wiki.example.org", "address", "192.0.2.1", "by", "basic")));
			history.flush();
		}
		assertThat(history.of("ines")).extracting(SignInHistory.Event::t).containsExactly(clock.millis(), begun);
	}

	/** Otherwise anybody could fill the store with made-up names. */
	@Test
	void whenOnlyRefusedThenNothingIsStored() throws StoreUnavailableException {
		new Browser().login(idp.baseUrl() + "/account", "nobody", "wrong");
		idp.bean(SignInHistory.class).flush();
		assertThat(idp.bean(SignInHistory.class).of("nobody")).isEmpty();
	}

}
