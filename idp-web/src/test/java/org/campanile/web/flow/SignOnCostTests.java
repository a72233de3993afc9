package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts the operations on stores and directory for sign-ons. */
class SignOnCostTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private static MutableClock clock;

	@AutoClose
	private static TestIdp idp;

	private static ForeignService signed;

	private static ForeignService plain;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		signed = ForeignService.at("signed.example.org", clock).registered(home);
		plain = ForeignService.at("plain.example.org", clock, service -> service.withAuthnRequestsSigned(false))
			.registered(home);
		idp = TestIdp.start(home, context -> CountingBeans.register(context, clock),
				"campanile.authentication.failure-step=0");
	}

	/**
	 * Failed attempts cost operations on the store, but only for the account concerned.
	 */
	@Test
	void whenSomebodyMistypesThenOthersCostTheStoreNoMore() {
		CountingBeans counts = idp.bean(CountingBeans.class);
		counts.forget();
		Page login = browser.open(plain.redirect(idp, PLAIN).url());
		Page wrong = browser.login(login, "carol", "wrong");
		assertThat(counts.marks()).as("two slots for the wrong guess").isEqualTo(2);
		counts.forget();
		assertThat(browser.login(wrong, "carol", "carol-demo").formWith("SAMLResponse")).isPresent();
		assertThat(counts.marks()).as("two slots, claimed and released, and the request when it is answered")
			.isEqualTo(5);
		counts.forget();
		browser.clear();
		plain.signIn(idp, browser, "bob");
		assertThat(counts.marks()).as("the request").isEqualTo(1);
		clock.advance(Duration.ofSeconds(66));
	}

	@Test
	void whenARecordIsUsedThenEachUseIsOneOperation() throws Exception {
		CountingBeans counts = idp.bean(CountingBeans.class);
		Records records = idp.bean(Records.class);
		RecordKind kind = new RecordKind("test");
		Instant end = clock.instant().plusSeconds(60);
		counts.forget();
		records.create(kind, "key", "owner", end, new byte[1]);
		records.update(records.find(kind, "key").orElseThrow(), end, new byte[2]);
		assertThat(records.removeByOwner(kind, "owner")).isEqualTo(1);
		assertThat(counts.records()).containsExactly(CountingRecordStore.Operation.CREATE,
				CountingRecordStore.Operation.FIND, CountingRecordStore.Operation.UPDATE,
				CountingRecordStore.Operation.FIND_BY_OWNER, CountingRecordStore.Operation.REMOVE);
	}

	@Test
	void whenSignedOnThenNoMoreIsAskedOfStoresAndDirectoryThanNeeded() {
		CountingBeans counts = idp.bean(CountingBeans.class);
		counts.forget();
		double binds = counts.binds();
		double searches = counts.searches();
		plain.signIn(idp, browser, "bob");
		assertThat(counts.operations()).as("login").containsExactly(Operation.CREATE);
		assertThat(counts.marks()).isEqualTo(1);
		assertThat(counts.binds() - binds).isEqualTo(1);
		assertThat(counts.searches() - searches).isEqualTo(1);
		counts.forget();
		browser.open(plain.redirect(idp, PLAIN).url()).samlForm();
		assertThat(counts.operations()).as("known service").containsExactly(Operation.FIND);
		counts.forget();
		browser.open(signed.redirect(idp, PLAIN).url()).samlForm();
		assertThat(counts.operations()).as("new service").containsExactly(Operation.FIND, Operation.ADD_SERVICE);
		assertThat(counts.records()).isEmpty();
		assertThat(counts.binds() - binds).isEqualTo(1);
		assertThat(counts.searches() - searches).isEqualTo(1);
	}

}
