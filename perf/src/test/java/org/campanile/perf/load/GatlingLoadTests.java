package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.campanile.perf.load.FakeIdentityProvider.Fault;
import org.campanile.perf.load.LoadGenerator.Progress;
import org.campanile.perf.load.LoadPlan.Choice;
import org.campanile.perf.load.LoadPlan.Journey;
import org.assertj.core.data.Percentage;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

/** All tests share one generator process, as its start takes long. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
class GatlingLoadTests {

	private static final Population PEOPLE = new Population(10);

	private static final Map<Integer, Fault> FAULTS = Map.of(1, Fault.WRONG_USER, 2, Fault.BAD_SIGNATURE, 3,
			Fault.REPLAYED_REQUEST, 4, Fault.NO_SUCCESS, 5, Fault.UNAVAILABLE, 6, Fault.ERROR_PAGE, 7,
			Fault.LOST_STATE);

	private final GatlingLoad load = new GatlingLoad();

	private Path folder;

	private FakeIdentityProvider faulty;

	private FakeIdentityProvider sound;

	private FakeIdentityProvider hanging;

	@BeforeAll
	void start(@TempDir Path temporary) throws IOException {
		this.folder = temporary;
		this.faulty = new FakeIdentityProvider(folder.resolve("faulty"), PEOPLE, FAULTS);
		this.sound = new FakeIdentityProvider(folder.resolve("sound"), PEOPLE, Map.of());
		this.hanging = new FakeIdentityProvider(folder.resolve("hanging"), new Population(1), Map.of(0, Fault.HANGING));
	}

	@AfterAll
	void stop() {
		load.close();
		faulty.close();
		sound.close();
		hanging.close();
	}

	@Test
	void whenAnswersAreFaultyThenEachIsCountedInItsClass() throws Exception {
		LoadPlan plan = LoadPlan.logins(20, 1, PEOPLE).withChoice(Choice.IN_ORDER).honouringRetryAfter();
		List<Progress> progress = new ArrayList<>();

		LoadResult result = load.run(faulty.target(Target.Kind.REDIRECT), plan, folder.resolve("faults"),
				progress::add);

		assertThat(result.failures()).containsOnly(entry("wrong-user", 2L), entry("signature", 2L),
				entry("wrong-in-response-to", 2L), entry("saml-NoPassive", 2L), entry("status-503", 2L),
				entry("no-response", 2L), entry("relay-state", 2L));
		assertThat(result.logins()).isEqualTo(6);
		assertThat(result.requests().get("form")).satisfies(form -> assertThat(form.count()).isEqualTo(20));
		assertThat(result.requests().get("rejected")).satisfies(form -> assertThat(form.count()).isEqualTo(2));
		assertThat(result.seconds()).as("twice a second away, as told").isGreaterThan(2);
		assertThat(progress.stream().filter(Progress::over)).as("the last answer is told once").hasSize(1);
		assertThat(result.generatorHeldUp()).isFalse();
		try (Stream<Path> files = Files.walk(folder.resolve("faults/gatling"))) {
			assertThat(files).anyMatch(file -> file.endsWith("index.html"));
		}
	}

	@Test
	void whenServerHangsThenUsersLosePatience() throws Exception {
		LoadPlan plan = LoadPlan.logins(2, 1, new Population(1)).withPatience(Duration.ofMillis(700));

		LoadResult result = load.run(hanging.target(Target.Kind.REDIRECT), plan, folder.resolve("hanging"), told -> {
		});

		assertThat(result.failures()).containsOnly(entry("timeout", 2L));
		assertThat(result.logins()).isZero();
		assertThat(result.requests().get("login")).satisfies(login -> {
			assertThat(login.count()).as("they waited, and that is told").isEqualTo(2);
			assertThat(login.min()).isGreaterThanOrEqualTo(700);
		});
	}

	@Test
	void whenUsersLogInOneAfterTheOtherThenLatenciesAreInOrder() throws Exception {
		LoadPlan plan = LoadPlan.logins(15, 1, PEOPLE).withChoice(Choice.IN_ORDER).keepingInOrder();

		LoadResult result = run(Target.Kind.UNSOLICITED, plan, "order");

		assertThat(result.failures()).isEmpty();
		assertThat(result.logins()).isEqualTo(15);
		assertThat(result.inOrder()).hasSize(15).allMatch(millis -> millis > 0);
		assertThat(result.generator().cpuSeconds()).isPositive();
		assertThat(result.bytesReceived()).isPositive();
	}

	@Test
	void whenTheLastAnswerHasComeThenThatIsReportedAtOnce() throws Exception {
		LoadPlan plan = LoadPlan.logins(2, 1, PEOPLE).withThinkTime(Duration.ofSeconds(10));
		AtomicLong began = new AtomicLong();
		AtomicLong ended = new AtomicLong();

		LoadResult result = load.run(sound.target(Target.Kind.REDIRECT), plan, folder.resolve("end"), told -> {
			if (told.measuring()) {
				began.compareAndSet(0, System.nanoTime());
			}
			if (told.over()) {
				ended.set(System.nanoTime());
			}
		});

		assertThat(result.seconds()).as("a pause between the two").isGreaterThan(10);
		assertThat((ended.get() - began.get()) / 1e9 - result.seconds()).as("none after them").isBetween(-8.0, 8.0);
	}

	@Test
	void whenALoginIsOverThenTheNextOneIsOnAConnectionOfItsOwnFromFormToAnswer() throws Exception {
		sound.connections();

		LoadResult result = run(Target.Kind.REDIRECT, LoadPlan.logins(6, 1, PEOPLE), "connections");

		List<Integer> ports = sound.connections();
		assertThat(result.failures()).isEmpty();
		assertThat(ports).hasSize(18);
		for (int login = 0; login < 6; login++) {
			assertThat(ports.subList(3 * login, 3 * login + 3)).as("redirect, form, password")
				.containsOnly(ports.get(3 * login));
		}
		assertThat(ports.stream().distinct()).hasSize(6);
	}

	@Test
	void whenConnectionsAreKeptThenLoginsFollowEachOtherOnThem() throws Exception {
		sound.connections();

		LoadResult closed = run(Target.Kind.REDIRECT, LoadPlan.logins(8, 2, PEOPLE).withConnectionsKept(true), "kept");

		assertThat(closed.failures()).isEmpty();
		assertThat(sound.connections().stream().distinct()).hasSizeBetween(1, 2);

		LoadPlan rate = LoadPlan.open(2, Duration.ZERO, Duration.ZERO, PEOPLE).withConnectionsKept(true);
		LoadPlan plan = new LoadPlan(rate.journey(), rate.arrival(), rate.length(), 8, PEOPLE, rate.choice(), 1,
				rate.thinkTime(), rate.behavior());
		LoadResult open = run(Target.Kind.REDIRECT, plan, "kept-open");

		assertThat(open.failures()).isEmpty();
		assertThat(open.logins()).isEqualTo(8);
		assertThat(sound.connections().stream().distinct()).as("those who come at a rate share them")
			.hasSizeLessThan(8);
	}

	@Test
	void whenUsersTypeThenNoLatencyContainsThePauseAndTheWholeLoginAllElse() throws Exception {
		LoadPlan plan = LoadPlan.logins(8, 2, PEOPLE).withTyping(Duration.ofSeconds(2));

		LoadResult result = run(Target.Kind.REDIRECT, plan, "typing");

		assertThat(result.failures()).isEmpty();
		assertThat(result.logins()).isEqualTo(8);
		LatencyResult whole = Objects.requireNonNull(result.requests().get("whole login"));
		LatencyResult form = Objects.requireNonNull(result.requests().get("form"));
		LatencyResult login = Objects.requireNonNull(result.requests().get("login"));
		assertThat(whole.count()).isEqualTo(8);
		assertThat(whole.mean()).isCloseTo(form.mean() + login.mean(), Percentage.withPercentage(1));
		assertThat(result.seconds()).as("four pauses one after the other").isGreaterThan(2);
		assertThat(whole.mean() * 4).as("less than the time that it took").isLessThan(result.seconds() * 1_000);
	}

	@Test
	void whenTimeEndsALoadOfUsersWhoTypeThenItIsInStepFromTheStartAndWhoTypesStillGoes() throws Exception {
		LoadPlan plan = LoadPlan.closed(4, Duration.ofSeconds(10), PEOPLE).withTyping(Duration.ofMillis(700));
		sound.connections();

		LoadResult result = run(Target.Kind.REDIRECT, plan, "in-step");

		assertThat(result.failures()).isEmpty();
		assertThat(result.logins()).isPositive();
		LatencyResult login = Objects.requireNonNull(result.requests().get("login"));
		assertThat(result.requests().get("whole login"))
			.satisfies(whole -> assertThat(whole.count()).isEqualTo(login.count()));
		assertThat(sound.connections().size()).as("more was done than measured, before")
			.isGreaterThan((int) (3 * result.logins()));
	}

	@ParameterizedTest
	@EnumSource(names = { "REDIRECT", "POST" })
	void whenUsersComeBackThenTheySignOnWithoutPassword(Target.Kind kind) throws Exception {
		sound.methods();

		LoadResult result = run(kind, LoadPlan.logins(30, 3, PEOPLE).withJourney(Journey.SSO), "sso-" + kind);

		assertThat(sound.methods()).containsExactly(kind == Target.Kind.POST ? "POST" : "GET");

		assertThat(result.failures()).isEmpty();
		assertThat(result.signOns()).isEqualTo(30);
		assertThat(result.logins()).as("they come before the measured time").isZero();
		assertThat(result.requests()).containsOnlyKeys("sso");
	}

	@Test
	void whenUsersComeAtARateThenTheRampIsNotCounted() throws Exception {
		Duration length = Duration.ofMillis(2_800);
		LoadPlan plan = LoadPlan.open(20, Duration.ofSeconds(1), length, PEOPLE).checkingEvery(2);
		List<Progress> progress = new ArrayList<>();

		LoadResult result = load.run(sound.target(Target.Kind.REDIRECT), plan, folder.resolve("open"), progress::add);

		assertThat(result.failures()).isEmpty();
		assertThat(result.checkedEvery()).isEqualTo(2);
		assertThat(progress).anyMatch(Progress::measuring);
		// Of 90 users who come, a pause may delay any, but the first is in the ramp.
		assertThat(result.arrivals()).isBetween(1L, 89L);
		assertThat(result.logins()).isBetween(result.arrivals(), 90L);
		assertThat(result.askedPerSecond()).isEqualTo(20);
		assertThat(result.fewerThanAsked()).isEqualTo(result.arrivals() < 54);
	}

	@Test
	void whenAServiceTakesTicketsThenEachIsValidated() throws Exception {
		LoadPlan plan = LoadPlan.logins(16, 2, new Population(8)).withChoice(Choice.ONCE_EACH);

		LoadResult result = load.run(faulty.byTickets(), plan, folder.resolve("tickets"), now -> {
		});

		assertThat(result.failures()).containsOnly(entry("wrong-user", 2L), entry("ticket-INVALID_TICKET", 2L),
				entry("no-response", 2L));
		assertThat(result.logins()).isEqualTo(10);
		assertThat(result.requests().get("validation"))
			.satisfies(validation -> assertThat(validation.count()).isEqualTo(14));
		assertThat(result.requests().get("whole login")).as("with the validation").satisfies(whole -> {
			assertThat(whole.count()).isEqualTo(14);
			assertThat(whole.mean()).isGreaterThan(mean(result, "login") + mean(result, "validation"));
		});
	}

	@Test
	void whenUsersHaveATicketGrantingCookieThenTheyGetTicketsWithoutAPassword() throws Exception {
		LoadResult result = load.run(sound.byTickets(), LoadPlan.logins(20, 2, PEOPLE).withJourney(Journey.SSO),
				folder.resolve("returning"), now -> {
				});

		assertThat(result.failures()).isEmpty();
		assertThat(result.signOns()).isEqualTo(20);
		assertThat(result.requests()).containsOnlyKeys("sso", "validation");
	}

	@Test
	void whenPagesAreBehindAGateThenEachNamesItsUser() throws Exception {
		LoadPlan plan = LoadPlan.logins(10, 2, new Population(2)).withChoice(Choice.ONCE_EACH);

		LoadResult result = load.run(faulty.throughGate(), plan, folder.resolve("gate"), now -> {
		});

		assertThat(result.failures()).containsOnly(entry("wrong-user", 5L));
		assertThat(result.logins()).isEqualTo(5);
		assertThat(result.bytesReceived()).isGreaterThan(5 * 14_000);
	}

	@Test
	void whenUsersHavePassedTheGateThenTheyFetchPages() throws Exception {
		LoadResult result = load.run(sound.throughGate(), LoadPlan.logins(20, 2, PEOPLE).withJourney(Journey.SSO),
				folder.resolve("pages"), now -> {
				});

		assertThat(result.failures()).isEmpty();
		assertThat(result.signOns()).isEqualTo(20);
		assertThat(result.requests()).containsOnlyKeys("page");
	}

	@Test
	void whenUsersHaveLivesThenTheyAreRebornAndLogOut() throws Exception {
		LoadPlan plan = LoadPlan.logins(150, 10, PEOPLE).withJourney(Journey.LIFETIME).withTimeScale(0.001);

		LoadResult result = run(Target.Kind.REDIRECT, plan, "lives");

		assertThat(result.failures()).isEmpty();
		assertThat(result.logins()).isGreaterThan(10);
		assertThat(result.signOns()).isPositive();
		assertThat(sound.logouts()).isPositive();
	}

	@Test
	void whenTheMeasuredTimeEndsThenUsersWhoStillLiveDoNotLogOut() throws Exception {
		int before = sound.logouts();
		LoadPlan plan = LoadPlan.closed(40, Duration.ofSeconds(3), PEOPLE).withJourney(Journey.LIFETIME);

		LoadResult result = run(Target.Kind.REDIRECT, plan, "cut-short");

		assertThat(result.failures()).isEmpty();
		assertThat(result.logins()).isPositive();
		assertThat(sound.logouts()).isEqualTo(before);
	}

	@Test
	void whenKeysAreMissingThenNoLoadAndTheReasonIsReported() {
		Target target = sound.target(Target.Kind.REDIRECT);
		Target keyless = new Target(target.name(), target.start(), target.kind(), target.form(), target.logout(),
				target.metadata(), folder.resolve("nowhere"));

		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> load.run(keyless, LoadPlan.logins(1, 1, PEOPLE), folder.resolve("keyless"), told -> {
			}))
			.withMessageContaining("nowhere");
	}

	@Test
	void whenProcessEndsEarlyThenReported() {
		try (GatlingLoad broken = new GatlingLoad(List.of("-version"))) {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> broken.run(sound.target(Target.Kind.REDIRECT),
					LoadPlan.logins(1, 1, PEOPLE), folder.resolve("broken"), told -> {
					}));
		}
	}

	@Test
	void whenStartedThenItHasTheSameClassPath() {
		assertThat(GatlingLoad.words()).endsWith("-cp", System.getProperty("java.class.path"),
				LoadProcess.class.getName());
	}

	private static double mean(LoadResult result, String kind) {
		return Objects.requireNonNull(result.requests().get(kind)).mean();
	}

	private LoadResult run(Target.Kind kind, LoadPlan plan, String name) throws IOException, InterruptedException {
		return load.run(sound.target(kind), plan, folder.resolve(name), told -> {
		});
	}

}
