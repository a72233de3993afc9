package org.campanile.signon;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.SilentMethod;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionPolicy;
import org.campanile.session.SsoSession;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnOutcome.Granted;
import org.campanile.signon.SignOnOutcome.LoginRequired.Reason;
import org.campanile.signon.SignOnOutcome.Refused;
import org.campanile.signon.SignOnService.LoginResult;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.campanile.testkit.session.SessionFixtures.CLASS;
import static org.campanile.testkit.session.SessionFixtures.POLICY;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.mail;
import static org.campanile.testkit.session.SessionFixtures.user;

/** Tests the demands of a request on a session, and how age affects a session. */
class SignOnConditionsTests extends SignOnFixture {

	@Nested
	class ForceAuthn {

		@Test
		void whenForcedThenTheSamePersonMustSignInAgain() throws Exception {
			SsoSession session = session(ONE);
			clock.advance(Duration.ofMillis(1));
			assertLogin(service.begin(request(ONE).force().build(), Optional.of(session)), Reason.FORCED, "alice");
			assertThat(store.operations()).isEmpty();
		}

		@Test
		void whenForcedWithoutASessionThenLogin() throws Exception {
			assertLogin(service.begin(request(ONE).force().build(), Optional.empty()), Reason.NO_SESSION, "");
		}

		@Test
		void whenThePasswordWasGivenAfterTheRequestCameThenAgainAllTheSame() throws Exception {
			SignOnRequest request = request(ONE).force().build();
			clock.advance(Duration.ofMinutes(1));
			SsoSession session = session(ONE);
			assertLogin(service.begin(request, Optional.of(session)), Reason.FORCED, "alice");
			granted(service.resume(request, session.key(), Optional.of(session)));
		}

		@Test
		void whenGoneOnWithInAnotherSessionThenTheSamePersonMustSignInAgain() throws Exception {
			SignOnRequest request = request(ONE).force().build();
			SsoSession begun = session(ONE);
			SsoSession other = session(ONE);
			assertLogin(service.resume(request, begun.key(), Optional.of(other)), Reason.FORCED, "alice");
			assertLogin(service.resume(request, begun.key(), Optional.empty()), Reason.NO_SESSION, "");
		}

		@Test
		void whenForcedAndPassiveThenRefused() throws Exception {
			SsoSession session = session(ONE);
			clock.advance(Duration.ofMillis(1));
			assertThat(service.begin(request(ONE).force().passive().build(), Optional.of(session)))
				.isEqualTo(new Refused(Refusal.NO_PASSIVE));
		}

	}

	@Nested
	class Passive {

		@Test
		void whenThereIsASessionThenGranted() throws Exception {
			granted(service.begin(request(ONE).passive().build(), Optional.of(session(ONE))));
		}

		@Test
		void whenThereIsNoneThenRefused() throws Exception {
			assertThat(service.begin(request(ONE).passive().build(), Optional.empty()))
				.isEqualTo(new Refused(Refusal.NO_PASSIVE));
		}

		@Test
		void whenTheSessionIsTooWeakThenRefused() throws Exception {
			SignOnService both = service(POLICY, CLASS, MFA);
			assertThat(both.begin(request(ONE).passive().authnContext(Comparison.EXACT, MFA).build(),
					Optional.of(session(ONE))))
				.isEqualTo(new Refused(Refusal.NO_PASSIVE));
		}

	}

	@Nested
	class AuthnContext {

		@Test
		void whenNothingHereWouldDoThenRefusedAtOnce() throws Exception {
			SignOnRequest request = request(ONE).authnContext(Comparison.EXACT, MFA).build();
			assertThat(service.begin(request, Optional.empty())).isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT));
			assertThat(service.begin(request, Optional.of(session(ONE))))
				.isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT));
			assertThat(service.begin(request(ONE).passive().authnContext(Comparison.BETTER, CLASS).build(),
					Optional.empty()))
				.isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT));
		}

		@Test
		void whenTheSessionIsTooWeakThenAStrongerLogin() throws Exception {
			SignOnService both = service(POLICY, CLASS, MFA);
			assertLogin(
					both.begin(request(ONE).authnContext(Comparison.BETTER, CLASS).build(), Optional.of(session(ONE))),
					Reason.STRONGER_AUTHENTICATION, "alice");
		}

	}

	@Nested
	class ManySignOns {

		/** Otherwise one service could keep a logout from reaching the others. */
		@Test
		void whenAServiceSignsOnWithoutEndThenOthersAreStillRecorded() throws Exception {
			String token = login(ONE).token();
			for (int i = 0; i < 200; i++) {
				protocol.kind = "name " + i;
				granted(service.begin(request(ONE).build(), findByToken(sessions, token)));
			}
			Optional<SsoSession> full = findByToken(sessions, token);
			assertThat(granted(service.begin(request(ONE).build(), full)).tracking())
				.isEqualTo(Granted.Tracking.SERVICE_NOT_RECORDED);
			granted(service.begin(request(TWO).build(), full));
			assertThat(findByToken(sessions, token).orElseThrow().services()).extracting(ServiceSignOn::service)
				.contains(TWO);
		}

	}

	@Nested
	class Attributes {

		@Test
		void whenYoungThenNobodyIsAsked() throws Exception {
			SsoSession session = session(ONE);
			clock.advance(POLICY.attributesMaxAge().minusMillis(1));
			granted(service.begin(request(ONE).build(), Optional.of(session)));
			assertThat(resolver.calls).isEmpty();
		}

		@Test
		void whenStaleThenReadAnewAndUsedForReleaseAndNameIdentifier() throws Exception {
			SsoSession session = staleSession(ONE);
			resolver.fresh = mail("new@example.edu");
			Granted granted = granted(service.begin(request(ONE).build(), Optional.of(session)));
			assertThat(resolver.calls).containsExactly("refresh alice");
			assertThat(granted.attributes().attributes().getFirst().values())
				.isEqualTo(mail("new@example.edu").get("mail"));
			assertThat(protocol.attributes).isEqualTo(mail("new@example.edu"));
			assertThat(store.operations()).containsExactly(Operation.UPDATE);
		}

		@Test
		void whenStaleAndTheDirectoryIsDownThenTheOldOnesAreUsed() throws Exception {
			SsoSession session = staleSession(ONE);
			resolver.fresh = null;
			Granted granted = granted(service.begin(request(ONE).build(), Optional.of(session)));
			assertThat(resolver.calls).containsExactly("refresh alice");
			assertThat(granted.attributes().attributes().getFirst().values())
				.isEqualTo(session.attributes().get("mail"));
		}

		@Test
		void whenStaleAndThePersonIsGoneThenLogin() throws Exception {
			SsoSession session = staleSession(ONE);
			resolver.fresh = ResolvedAttributes.NONE;
			assertLogin(service.begin(request(TWO).build(), Optional.of(session)), Reason.NO_SESSION, "");
			assertThat(service.begin(request(TWO).passive().build(), Optional.of(session)))
				.isEqualTo(new Refused(Refusal.NO_PASSIVE));
			assertThat(store.operations()).isEmpty();
		}

		@Test
		void whenAnAttributeIsUnknownThatDecidesOnAccessThenTheOldOnesAreNotUsed() throws Exception {
			SsoSession session = staleSession(ONE);
			resolver.unknown = true;
			assertLogin(service.begin(request(TWO).build(), Optional.of(session)), Reason.NO_SESSION, "");
			assertThat(service.current(session)).isEmpty();
			SignOnRequest request = request(TWO).build();
			assertThatExceptionOfType(UnusableAnswerException.class)
				.isThrownBy(() -> service.login(LoginState.stepUp(request, session), Optional.of(session), false));
			assertThat(store.operations()).isEmpty();
		}

		@Test
		void whenThePersonNeverHadAnyThenNotTakenForGone() throws Exception {
			resolver.atLogin = ResolvedAttributes.NONE;
			SsoSession session = staleSession(ONE);
			resolver.fresh = ResolvedAttributes.NONE;
			granted(service.begin(request(ONE).build(), Optional.of(session)));
		}

		@Test
		void whenReadAnewThenKeptUntilTheyAreStaleAgain() throws Exception {
			LoginResult login = login(ONE);
			for (int hours = 0; hours < 3; hours++) {
				resolver.fresh = mail(hours + "@example.edu");
				resolver.calls.clear();
				store.forget();
				for (int minutes = 0; minutes < 60; minutes += 5) {
					SsoSession session = findByToken(sessions, login.token()).orElseThrow();
					granted(service.begin(request(ONE).build(), Optional.of(session)));
					clock.advance(Duration.ofMinutes(5));
				}
				assertThat(resolver.calls).hasSize(hours == 0 ? 0 : 1);
				assertThat(store.operations()).filteredOn(Operation.UPDATE::equals).hasSize(hours == 0 ? 0 : 1);
			}
			assertThat(findByToken(sessions, login.token()).orElseThrow().attributes())
				.isEqualTo(mail("2@example.edu"));
		}

		@Test
		void whenReadAnewAndTheServiceIsNewThenBothAreKept() throws Exception {
			SsoSession session = staleSession(ONE);
			resolver.fresh = mail("new@example.edu");
			granted(service.begin(request(TWO).build(), Optional.of(session)));
			assertThat(store.operations()).containsExactly(Operation.UPDATE, Operation.ADD_SERVICE);
		}

		@Test
		void whenTheStoreCannotKeepThemThenTheNewOnesAreUsedAllTheSame() throws Exception {
			SsoSession session = staleSession(ONE);
			resolver.fresh = mail("new@example.edu");
			store.fail(Operation.UPDATE);
			Granted granted = granted(service.begin(request(ONE).build(), Optional.of(session)));
			assertThat(granted.session().attributes()).isEqualTo(mail("new@example.edu"));
		}

		@Test
		void whenTheSessionEndsMeanwhileThenLogin() throws Exception {
			SsoSession session = staleSession(ONE);
			sessions.end(session.key());
			assertLogin(service.begin(request(ONE).build(), Optional.of(session)), Reason.NO_SESSION, "");
			assertThat(backend).isEmpty();
		}

		@Test
		void whenTheyAreReadAnewEveryTimeThenNeverWritten() throws Exception {
			SignOnService always = service(
					new SessionPolicy(POLICY.idleTimeout(), POLICY.lifetime(), Duration.ZERO, false, false));
			SsoSession session = session(ONE);
			resolver.fresh = mail("new@example.edu");
			Granted granted = granted(always.begin(request(ONE).build(), Optional.of(session)));
			assertThat(granted.session().attributes()).isEqualTo(mail("new@example.edu"));
			assertThat(resolver.calls).hasSize(1);
			assertThat(store.operations()).isEmpty();
		}

		@Test
		void whenItIsNotKnownWhetherAFactorLastsThenItDoesNotCountAndStaysInTheSession() throws Exception {
			Device device = new Device();
			SignOnSteps steps = new SignOnSteps(AuthnContexts.DEFAULTS,
					List.of(new FakeMethod(FactorKind.PASSWORD, true), device), false);
			SignOnService asking = service(POLICY, steps);
			AuthenticatedUser user = user("alice", clock.instant())
				.with(new Factor(FactorKind.TRUSTED_DEVICE, clock.instant()));
			SsoSession session = stale(login(request(ONE).build(), user, Optional.empty()).token());
			device.down = true;
			Granted granted = granted(asking.begin(request(ONE).build(), Optional.of(session)));
			assertThat(granted.session().factors()).extracting(Factor::kind).containsExactly(FactorKind.PASSWORD);
			assertThat(store.operations()).containsExactly(Operation.UPDATE);
			device.down = false;
			SsoSession stored = sessions.find(session.key()).orElseThrow();
			assertThat(stored.factors()).extracting(Factor::kind)
				.containsExactly(FactorKind.PASSWORD, FactorKind.TRUSTED_DEVICE);
			assertThat(granted(asking.begin(request(ONE).build(), Optional.of(stored))).session().factors())
				.isEqualTo(stored.factors());
		}

		/** Returns a session whose attributes are stale. */
		private SsoSession staleSession(String entityId) throws Exception {
			return stale(login(entityId).token());
		}

		/**
		 * Returns the session after constant use, so that it is still live when its
		 * attributes are stale.
		 */
		private SsoSession stale(String token) throws Exception {
			Duration step = POLICY.attributesMaxAge().dividedBy(4);
			for (int i = 0; i < 4; i++) {
				clock.advance(step);
				assertThat(findByToken(sessions, token)).isPresent();
			}
			SsoSession session = findByToken(sessions, token).orElseThrow();
			store.forget();
			resolver.calls.clear();
			return session;
		}

	}

	/** A trusted device whose store may be down. */
	private static final class Device implements SilentMethod {

		private boolean down;

		@Override
		public FactorKind kind() {
			return FactorKind.TRUSTED_DEVICE;
		}

		@Override
		public boolean countsWhenForced() {
			return false;
		}

		@Override
		public boolean lasts(AuthenticatedUser user) throws MethodUnavailableException {
			if (down) {
				throw new MethodUnavailableException("configured to be down", new IllegalStateException());
			}
			return true;
		}

		@Override
		public Optional<Proof> prove(AuthenticatedUser user) {
			return Optional.empty();
		}

	}

}
