package org.campanile.web.command;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.GenericApplicationContext;

import org.campanile.audit.AuditEvent;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.record.RecordKind;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.release.IdentifierSalt;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.session.SessionFixtures;
import org.campanile.web.audit.AuditListener;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests {@code campanile factors} and its endpoint, against a running server. */
class FactorsCommandTests {

	private static final String BY = System.getProperty("user.name");

	@AutoClose
	private static TestIdp idp;

	private static final List<AuditEvent> AUDITED = new CopyOnWriteArrayList<>();

	private static @Nullable GenericApplicationContext context;

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		idp = TestIdp.start(home, started -> {
			context = started;
			started.registerBean(AuditListener.class, () -> AUDITED::add);
		}, "campanile.factors.enabled=true", "campanile.factors.bypass.enabled=true",
				"campanile.storage.memory.durable.accept-loss=true");
		Files.writeString(home.resolve("application.yaml"),
				"campanile:\n  base-url: " + idp.baseUrl()
						+ "\n  ldap: {urls: \"ldap://127.0.0.1:1\", base-dn: \"dc=example,dc=edu\"}\n"
						+ "  factors.enabled: true\n  storage.memory.durable.accept-loss: true\n"
						+ "management.server.port: " + URI.create(idp.managementUrl()).getPort() + "\n");
	}

	@BeforeEach
	void enrol() throws StoreUnavailableException {
		idp.bean(Enrolments.class).remove("bob");
		idp.bean(Enrolments.class)
			.change("alice",
					enrolment -> enrolment.with(new Credential(new FactorKind("totp"), "c1", "My\u001b[2Jphone",
							Instant.parse("2026-11-20T10:11:12.345Z"), null,
							"planted-secret".getBytes(StandardCharsets.UTF_8))));
	}

	@Test
	void whenAUserIsAskedForThenWhatIsEnrolledAndNoSecret() {
		assertThat(factors("alice"))
			.isEqualTo(new Output(0, "alice\n  totp  My\\u001b[2Jphone  added 2026-11-20 10:11:12, not used\n", ""));
		assertThat(factors("alice", "--json").out()).startsWith("{\"principal\":\"alice\",\"credentials\":[{\"kind\"")
			.doesNotContain("planted", "cGxhbnRlZC");
		assertThat(factors("bob").out()).isEqualTo("bob has enrolled nothing.\n");
	}

	@Test
	void whenNobodyIsNamedThenEverybodyWhoHasSomething() {
		assertThat(factors().out()).startsWith("alice\n  totp  ").doesNotContain("bob");
	}

	@Test
	void whenUsersAreViewedThenTheAuditLogNamesTheAccountThatRanTheCommand() {
		AUDITED.clear();
		factors("alice");
		factors();
		assertThat(AUDITED).extracting(event -> event.type() + " by " + event.fields().get("by"))
			.containsExactly("PERSON_VIEWED by " + BY, "PERSON_VIEWED by " + BY);
	}

	@Test
	void whenAUserIsResetThenNothingRemains() throws StoreUnavailableException {
		assertThat(factors("alice", "--reset")).isEqualTo(new Output(0, "alice has been reset: 1 removed.\n", ""));
		assertThat(idp.bean(Enrolments.class).find("alice").isEmpty()).isTrue();
		assertThat(factors("alice", "--reset").out()).isEqualTo("alice had enrolled nothing.\n");
		factors("alice", "--bypass", "1h", "--reason", "lost phone");
		assertThat(factors("alice", "--reset").out()).as("a bypass alone")
			.isEqualTo("alice has been reset: 0 removed.\n");
		assertThat(factors().out()).isEqualTo("Nobody has enrolled anything.\n");
	}

	@Test
	void whenThePinIsRemovedThenTheRestRemains() throws StoreUnavailableException {
		assertThat(factors("alice", "--remove-pin").out()).isEqualTo("alice had no PIN.\n");
		idp.bean(Enrolments.class)
			.change("alice", enrolment -> enrolment
				.with(new Credential(FactorKind.PIN, "p1", "", Instant.EPOCH, null, new byte[0])));
		assertThat(factors("alice", "--remove-pin"))
			.isEqualTo(new Output(0, "The PIN of alice has been removed.\n", ""));
		assertThat(factors("alice").out()).contains("  totp  ").doesNotContain("pin");
		assertThat(factors("alice", "--remove-pin", "--reset").code()).isEqualTo(2);
	}

	@Test
	void whenABypassIsGrantedThenItIsInForceUntilItIsEnded() throws StoreUnavailableException {
		Output granted = factors("bob", "--bypass", "24h", "--reason", "lost phone, ticket 17");
		assertThat(granted.code()).isZero();
		assertThat(granted.out()).contains("bypass until 20", " by " + BY + ": lost phone, ticket 17",
				"  warning: campanile.authentication.contexts: no class accepts 'bypass'");
		assertThat(idp.bean(Enrolments.class).find("bob").bypass()).isNotNull();
		assertThat(factors("bob", "--end-bypass").out()).isEqualTo("The bypass of bob has ended.\n");
		assertThat(idp.bean(Enrolments.class).find("bob").bypass()).isNull();
		assertThat(factors("bob", "--end-bypass").out()).isEqualTo("bob had no bypass.\n");
	}

	@ParameterizedTest
	@CsvSource({ "tomorrow,until: give for how long", "-1h,is over; give a later time", "8d,give a time until",
			"2026-13-01,until: give for how long", "1999-01-01,is over; give a later time",
			"99999999999999d,until: give for how long" })
	void whenTheEndMakesNoSenseThenRefused(String until, String reason) throws StoreUnavailableException {
		Output output = factors("bob", "--bypass=" + until, "--reason", "x");
		assertThat(output.code()).isEqualTo(1);
		assertThat(output.err()).contains(reason).hasLineCount(1);
		assertThat(idp.bean(Enrolments.class).find("bob").bypass()).isNull();
	}

	@Test
	void whenTheCommandLineIsIncompleteThen2() {
		assertThat(factors("--reset").code()).isEqualTo(2);
		assertThat(factors("bob", "--bypass", "1h").code()).isEqualTo(2);
		assertThat(factors("bob", "--reason", "x").code()).isEqualTo(2);
		assertThat(factors("bob", "--reset", "--end-bypass").code()).isEqualTo(2);
		assertThat(factors(" ").err()).startsWith("principal: missing").hasLineCount(1);
	}

	@Test
	void whenResealedThenSaidHowManyAndThatOldKeysCanGo() {
		Output resealed = factors("--reseal");
		assertThat(resealed.code()).isZero();
		assertThat(resealed.out()).matches("\\d+ records? sealed anew with factors-0001\\.key \\([0-9a-f]{8}\\), "
				+ "[1-9]\\d* were already\\.\n");
		assertThat(factors("alice", "--reseal").code()).isEqualTo(2);
		assertThat(factors("--discard-unreadable").code()).isEqualTo(2);
		assertThat(factors("--reseal", "--json").out()).startsWith("{\"key\":\"factors-0001.key (");
	}

	@Test
	void whenWhatIsEnrolledCannotBeReadThenSaidAndAResetRemovesIt() throws StoreUnavailableException {
		RecordKind kind = new RecordKind("enrolment");
		idp.bean(Enrolments.class).remove("alice");
		Objects.requireNonNull(context)
			.getBean("durableRecords", Records.class)
			.create(kind, "alice", "everybody", Instant.now().plusSeconds(600), new byte[] { 1 });
		assertThat(factors().out()).contains("What 1 more user has enrolled cannot be read");
		Output output = factors("alice");
		assertThat(output.code()).isEqualTo(1);
		assertThat(output.err()).startsWith("what alice has enrolled cannot be read: ")
			.contains("use that version", "campanile factors alice --reset")
			.hasLineCount(1);
		assertThat(factors("alice", "--reset"))
			.isEqualTo(new Output(0, "alice has been reset; what was enrolled could not be read.\n", ""));
		assertThat(factors("alice").out()).isEqualTo("alice has enrolled nothing.\n");
	}

	@Test
	void whenNoKeyOpensWhatAUserHasEnrolledThen1WithTheKeyAndTheRemedy() throws StoreUnavailableException {
		GenericApplicationContext beans = Objects.requireNonNull(context);
		Records foreign = Records.durable(beans.getBean(RecordStore.DURABLE, RecordStore.class),
				SessionFixtures.sealer(7), Records.durableHashing(beans.getBean(IdentifierSalt.class).bytes()),
				InstantSource.system());
		foreign.create(new RecordKind("enrolment"), "bob", "everybody", Instant.now().plusSeconds(600), new byte[1]);
		Output output = factors("bob");
		assertThat(output.code()).isEqualTo(1);
		assertThat(output.err())
			.startsWith("what bob has enrolled cannot be read: a stored record of the kind enrolment "
					+ "does not open: none of this node's keys opens it")
			.contains("sealed with the key " + SessionFixtures.sealer(7).ring().newest().name(),
					"campanile factors bob --reset")
			.hasLineCount(1);
		assertThat(factors("bob", "--remove-pin").code()).isEqualTo(1);
		Output kept = factors("--reseal");
		assertThat(kept.code()).isEqualTo(1);
		assertThat(kept.out()).contains("1 record cannot be read.", "--discard-unreadable removes what cannot be read");
		Output removed = factors("--reseal", "--discard-unreadable");
		assertThat(removed.code()).isZero();
		assertThat(removed.out()).contains("Removed 1 record that could not be read; ");
		assertThat(factors("bob").out()).isEqualTo("bob has enrolled nothing.\n");
	}

	private static Output factors(String... arguments) {
		String[] all = new String[arguments.length + 3];
		all[0] = "factors";
		System.arraycopy(arguments, 0, all, 1, arguments.length);
		all[arguments.length + 1] = "--home";
		all[arguments.length + 2] = idp.home().toString();
		return Output.of(all);
	}

}
