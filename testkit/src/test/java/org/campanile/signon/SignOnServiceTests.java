package org.campanile.signon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.release.ReleasedAttribute;
import org.campanile.service.Service;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionPolicy;
import org.campanile.session.SsoSession;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnOutcome.Granted;
import org.campanile.signon.SignOnOutcome.LoginRequired.Reason;
import org.campanile.signon.SignOnOutcome.Refused;
import org.campanile.signon.SignOnService.LoginResult;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.session.CountingSessionStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.campanile.testkit.session.SessionFixtures.CLASS;
import static org.campanile.testkit.session.SessionFixtures.POLICY;
import static org.campanile.testkit.session.SessionFixtures.endByToken;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.user;

class SignOnServiceTests extends SignOnFixture {

	@Nested
	class Login {

		@Test
		void whenFreshThenOneWriteAndNoRead() throws Exception {
			LoginResult result = login(request(ONE).build(), user("alice", START), Optional.empty());
			assertThat(store.operations()).containsExactly(Operation.CREATE);
			Granted granted = granted(result.outcome());
			assertThat(granted.service().id()).isEqualTo(ONE);
			assertThat(granted.session().principal()).isEqualTo("alice");
			assertThat(granted.handle()).isEqualTo(handle("alice", ONE));
			assertThat(granted.authn().contextClass()).isEqualTo(CLASS);
			assertThat(granted.attributes().attributes()).extracting(ReleasedAttribute::id).containsExactly("mail");
			SsoSession found = findByToken(sessions, result.token()).orElseThrow();
			assertThat(found.services()).singleElement().satisfies(signOn -> {
				assertThat(signOn.service()).isEqualTo(ONE);
				assertThat(signOn.handle().value()).isEqualTo("alice at " + ONE);
				assertThat(signOn.handle().kind()).isEqualTo("name");
				assertThat(signOn.at()).isEqualTo(START);
			});
			assertThat(resolver.calls).containsExactly("resolve alice");
			assertThat(result.toString()).doesNotContain(result.token());
			for (Stage stage : List.of(Stage.RESOLVE, Stage.RELEASE, Stage.STORE)) {
				assertThat(meters.get("campanile.stage").tag("stage", stage.tag()).timer().count()).isEqualTo(1);
			}
		}

		@Test
		void whenThePersonHadASessionThenServicesGoOnInTheNewOne() throws Exception {
			String before = login(ONE).token();
			SsoSession previous = findByToken(sessions, before).orElseThrow();
			store.forget();
			LoginResult result = login(request(TWO).build(), user("alice", START), Optional.of(previous));
			assertThat(store.operations()).containsExactly(Operation.CREATE, Operation.END);
			assertThat(result.token()).isNotEqualTo(before);
			assertThat(findByToken(sessions, before)).isEmpty();
			assertThat(findByToken(sessions, result.token()).orElseThrow().services()).extracting("service")
				.containsExactly(ONE, TWO);
		}

		@Test
		void whenAnotherPersonHadASessionThenNothingOfItGoesOn() throws Exception {
			SsoSession previous = findByToken(sessions, login(ONE).token()).orElseThrow();
			LoginResult result = login(request(TWO).build(), user("bob", START), Optional.of(previous));
			assertThat(findByToken(sessions, result.token()).orElseThrow().services()).extracting("service")
				.containsExactly(TWO);
			assertThat(granted(result.outcome()).session().secret()).isNotEqualTo(previous.secret());
			List<String> informed = new ArrayList<>();
			sessions.endPending(ended -> ended.services().forEach(signOn -> informed.add(signOn.service())));
			assertThat(informed).containsExactly(ONE);
		}

		@Test
		void whenTheServiceWantsMoreThanWasDoneThenRefusedAndThePersonIsSignedInAllTheSame() throws Exception {
			LoginResult result = login(request(ONE).authnContext(Comparison.EXACT, MFA).build(), user("alice", START),
					Optional.empty());
			assertThat(result.outcome()).isEqualTo(new Refused(Refusal.FACTOR_MISSING));
			assertThat(findByToken(sessions, result.token()).orElseThrow().services()).isEmpty();
		}

		@Test
		void whenThereIsNoNameIdentifierThenRefusedAndThePersonIsSignedInAllTheSame() throws Exception {
			protocol.none = true;
			LoginResult result = login(request(ONE).build(), user("alice", START), Optional.empty());
			assertThat(result.outcome()).isEqualTo(new Refused(Refusal.NO_HANDLE));
			assertThat(findByToken(sessions, result.token()).orElseThrow().services()).isEmpty();
		}

		@Test
		void whenTheStoreFailsThenTheCallerIsInformed() {
			store.fail(Operation.CREATE);
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> login(request(ONE).build(), user("alice", START), Optional.empty()));
			assertThat(store.operations()).as("never tried again").containsExactly(Operation.CREATE);
		}

		@Test
		void whenAPasswordIsAskedForByNameThenThatClassIsStated() throws Exception {
			LoginResult result = login(
					request(ONE).authnContext(Comparison.EXACT, AuthnContextMatcher.PASSWORD).build(),
					user("alice", START), Optional.empty());
			assertThat(granted(result.outcome()).authn().contextClass()).isEqualTo(AuthnContextMatcher.PASSWORD);
		}

	}

	@Nested
	class StepUp {

		private final SignOnService twoFactors = service(POLICY, CLASS, MFA);

		private String token;

		/** Keeps a session in use for nearly its whole lifetime. */
		@BeforeEach
		void session() throws Exception {
			token = login(ONE).token();
			for (int i = 0; i < 29; i++) {
				clock.advance(Duration.ofMinutes(20));
				assertThat(findByToken(sessions, token)).isPresent();
			}
		}

		@Test
		void whenNobodyIsIdentifiedThenTheSessionLastsNoLongerThanTheOneBefore() throws Exception {
			SsoSession raised = findByToken(sessions, token).orElseThrow();
			LoginState state = state(raised);
			LoginResult result = twoFactors.login(
					state.with(state.user().orElseThrow().with(new Factor(new FactorKind("code-1"), clock.instant()))),
					Optional.of(raised), false);
			assertThat(granted(result.outcome()).authn().contextClass()).isEqualTo(MFA);
			SsoSession session = findByToken(sessions, result.token()).orElseThrow();
			assertThat(session.expiresAt()).isEqualTo(START.plus(POLICY.lifetime()));
			assertThat(session.idleExpiresAt()).isEqualTo(session.expiresAt());
			clock.advance(Duration.ofMinutes(20));
			assertThat(findByToken(sessions, result.token())).isEmpty();
		}

		/** As a further factor, a passkey does not say whether the account is locked. */
		@Test
		void whenTheFurtherFactorCouldBeginALoginThenTheSessionLastsNoLongerEither() throws Exception {
			FactorKind passkey = new FactorKind("passkey");
			SignOnService either = service(POLICY, new SignOnSteps(AuthnContexts.DEFAULTS,
					List.of(new FakeMethod(FactorKind.PASSWORD, true), new FakeMethod(passkey, true)), false));
			SsoSession raised = findByToken(sessions, token).orElseThrow();
			LoginState state = state(raised);
			LoginResult result = either.login(
					state.with(state.user().orElseThrow().with(new Factor(passkey, clock.instant()))),
					Optional.of(raised), false);
			assertThat(findByToken(sessions, result.token()).orElseThrow().expiresAt())
				.isEqualTo(START.plus(POLICY.lifetime()));
		}

		@Test
		void whenThePasswordIsProvenAgainThenTheSessionLastsAsLongAsANewOne() throws Exception {
			SsoSession raised = findByToken(sessions, token).orElseThrow();
			LoginResult result = twoFactors.login(state(raised).with(user("alice", clock.instant())),
					Optional.of(raised), false);
			SsoSession session = findByToken(sessions, result.token()).orElseThrow();
			assertThat(session.expiresAt()).isEqualTo(clock.instant().plus(POLICY.lifetime()));
			assertThat(session.idleExpiresAt()).isEqualTo(clock.instant().plus(POLICY.idleTimeout()));
		}

		private LoginState state(SsoSession raised) {
			return LoginState.stepUp(request(ONE).authnContext(Comparison.EXACT, MFA).build(), raised);
		}

	}

	@Nested
	class SingleSignOn {

		@Test
		void whenTheServiceIsKnownThenNothingIsReadOrWritten() throws Exception {
			SsoSession session = session(ONE);
			Granted granted = granted(service.begin(request(ONE).build(), Optional.of(session)));
			assertThat(store.operations()).isEmpty();
			assertThat(resolver.calls).isEmpty();
			assertThat(granted.session().key()).isEqualTo(session.key());
			assertThat(granted.handle()).isEqualTo(handle("alice", ONE));
		}

		@Test
		void whenTheServiceIsNewThenOneWrite() throws Exception {
			LoginResult login = login(ONE);
			SsoSession session = findByToken(sessions, login.token()).orElseThrow();
			store.forget();
			granted(service.begin(request(TWO).build(), Optional.of(session)));
			assertThat(store.operations()).containsExactly(Operation.ADD_SERVICE);
			assertThat(findByToken(sessions, login.token()).orElseThrow().services()).extracting("service")
				.containsExactly(ONE, TWO);
		}

		/**
		 * Logout must name the identifier that was issued, and may be requested with
		 * either.
		 */
		@Test
		void whenAKnownServiceAsksForAnotherFormatThenRecordedBesideTheFirst() throws Exception {
			LoginResult login = login(ONE);
			protocol.kind = "other";
			store.forget();
			granted(service.begin(request(ONE).build(), findByToken(sessions, login.token())));
			assertThat(store.operations()).containsExactly(Operation.FIND, Operation.ADD_SERVICE);
			assertThat(findByToken(sessions, login.token()).orElseThrow().services())
				.extracting(ServiceSignOn::service, signOn -> signOn.handle().kind())
				.containsExactly(tuple(ONE, "name"), tuple(ONE, "other"));
			store.forget();
			granted(service.begin(request(ONE).build(), findByToken(sessions, login.token())));
			protocol.kind = "name";
			granted(service.begin(request(ONE).build(), findByToken(sessions, login.token())));
			assertThat(store.operations()).containsExactly(Operation.FIND, Operation.FIND);
		}

		/**
		 * Counts all store operations of a login, single sign-on and logout, including
		 * the read by the caller.
		 */
		@Test
		void whenAPersonComesAndGoesThenTheStoreIsAskedAsSeldomAsCanBe() throws Exception {
			String token = login(ONE).token();
			assertThat(store.operations()).as("login").containsExactly(Operation.CREATE);
			store.forget();
			granted(service.begin(request(ONE).build(), findByToken(sessions, token)));
			assertThat(store.operations()).as("a known service").containsExactly(Operation.FIND);
			store.forget();
			granted(service.begin(request(TWO).build(), findByToken(sessions, token)));
			assertThat(store.operations()).as("a new service").containsExactly(Operation.FIND, Operation.ADD_SERVICE);
			store.forget();
			assertThat(endByToken(sessions, token).orElseThrow().services()).hasSize(2);
			assertThat(store.operations()).as("logout").containsExactly(Operation.END);
		}

		@Test
		void whenThereIsNoSessionThenLogin() throws Exception {
			assertLogin(service.begin(request(ONE).build(), Optional.empty()), Reason.NO_SESSION, "");
		}

		@Test
		void whenTheSessionEndedMeanwhileThenLogin() throws Exception {
			LoginResult login = login(ONE);
			SsoSession session = findByToken(sessions, login.token()).orElseThrow();
			endByToken(sessions, login.token());
			assertLogin(service.begin(request(TWO).build(), Optional.of(session)), Reason.NO_SESSION, "");
			assertThat(service.begin(request(TWO).passive().build(), Optional.of(session)))
				.isEqualTo(new Refused(Refusal.NO_PASSIVE));
			assertThat(backend).isEmpty();
		}

		@Test
		void whenTheStoreFailsAndPolicyGoesOnThenGranted() throws Exception {
			SsoSession session = session(ONE);
			store.fail(Operation.ADD_SERVICE);
			granted(service.begin(request(TWO).build(), Optional.of(session)));
		}

		@Test
		void whenTheStoreFailsAndPolicyRefusesThenTheCallerIsInformed() throws Exception {
			SsoSession session = session(ONE);
			SignOnService strict = service(
					new SessionPolicy(POLICY.idleTimeout(), POLICY.lifetime(), POLICY.attributesMaxAge(), true, false));
			store.fail(Operation.ADD_SERVICE);
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> strict.begin(request(TWO).build(), Optional.of(session)));
			granted(strict.begin(request(ONE).build(), Optional.of(session)));
		}

		@Test
		void whenTheSessionCannotBeStoredAndPolicyGoesOnThenGrantedWithoutOne() throws Exception {
			SignOnService lenient = service(
					new SessionPolicy(POLICY.idleTimeout(), POLICY.lifetime(), POLICY.attributesMaxAge(), false, true));
			store.fail(Operation.CREATE);
			LoginResult result = login(lenient, request(ONE).build(), user("alice", clock.instant()), Optional.empty());
			assertThat(result.token()).isEmpty();
			assertThat(granted(result.outcome()).tracking()).isEqualTo(Granted.Tracking.NO_SESSION);
			assertThat(backend).isEmpty();
			store.recover(Operation.CREATE);
			SsoSession previous = granted(service.begin(request(TWO).build(), Optional.of(session(ONE)))).session();
			store.fail(Operation.CREATE);
			login(lenient, request(ONE).build(), user("alice", clock.instant()), Optional.of(previous));
			List<String> informed = new ArrayList<>();
			sessions.endPending(ended -> ended.services().forEach(signOn -> informed.add(signOn.service())));
			assertThat(informed).as("logout reaches the other service").containsExactly(TWO);
		}

		@Test
		void whenThereIsNoNameIdentifierThenRefusedAndNothingIsWritten() throws Exception {
			SsoSession session = session(ONE);
			protocol.none = true;
			assertThat(service.begin(request(TWO).build(), Optional.of(session)))
				.isEqualTo(new Refused(Refusal.NO_HANDLE));
			assertThat(store.operations()).isEmpty();
		}

	}

	@Nested
	class Rules {

		private final SignOnService.Rules later = new SignOnService.Rules(catalog(services),
				(attributes, service, index) -> {
					throw new AssertionError("decided by rules that came after the sign-on had begun");
				}, access, "");

		private final AtomicReference<SignOnService.Rules> current = new AtomicReference<>();

		private final SignOnService changing = new SignOnService(current::get, resolver, List.of(protocol), steps(),
				sessions, POLICY, clock, timers, List.of());

		@BeforeEach
		void changeOnceTheServiceIsLookedUp() {
			Services meanwhile = new Services() {

				@Override
				public Optional<? extends Service> find(String entityId) {
					current.set(later);
					return super.find(entityId);
				}
			};
			current.set(new SignOnService.Rules(catalog(meanwhile), new ReleaseAll(), access, ""));
		}

		@Test
		void whenTheyChangeWhileSomebodyComesBackThenOneVersionDecides() throws Exception {
			SsoSession session = session(ONE);
			assertThat(granted(changing.begin(request(TWO).build(), Optional.of(session))).attributes().attributes())
				.isNotEmpty();
			assertThat(current).hasValue(later);
		}

		@Test
		void whenTheyChangeWhileSomebodySignsInThenOneVersionDecides() throws Exception {
			LoginResult result = login(changing, request(ONE).build(), user("alice", clock.instant()),
					Optional.empty());
			assertThat(granted(result.outcome()).attributes().attributes()).isNotEmpty();
			assertThat(current).hasValue(later);
		}

	}

	@Nested
	class Gone {

		@ParameterizedTest
		@ValueSource(
				strings = { "https://unknown.example.org", "https://ONE.example.org", "https://one.example.org ", "" })
		void whenTheServiceIsNotKnownThenSaid(String entityId) {
			assertGone(new RequestBuilder(entityId, acs(ONE)).build());
		}

		@ParameterizedTest
		@ValueSource(strings = { "https://two.example.org/acs", "https://one.example.org/acs/",
				"https://one.example.org/ACS", "https://one.example.org/acs?a=b",
				"https://one.example.org@evil.example/acs", "" })
		void whenTheResponseUrlIsNotTheServicesThenSaid(String responseUrl) {
			assertGone(new RequestBuilder(ONE, responseUrl).build());
		}

		@Test
		void whenTheServiceIsDisabledThenSaid() {
			services.add(ONE, false);
			assertGone(request(ONE).build());
		}

		private void assertGone(SignOnRequest request) {
			assertThatExceptionOfType(ServiceGoneException.class)
				.isThrownBy(() -> service.begin(request, Optional.empty()))
				.satisfies(ex -> assertThat(ex.service()).isEqualTo(request.service()));
			AuthenticatedUser alice = user("alice", START);
			assertThatExceptionOfType(ServiceGoneException.class)
				.isThrownBy(() -> login(request, alice, Optional.empty()));
			assertThat(store.operations()).isEmpty();
		}

	}

}
