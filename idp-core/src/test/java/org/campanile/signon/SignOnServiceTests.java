package org.campanile.signon;

import org.campanile.release.NameIdRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.directory.DirectoryEntry;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.release.NameId;
import org.campanile.release.NameIdPolicy;
import org.campanile.release.ReleasePolicy;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.relyingparty.AssertionConsumerService;
import org.campanile.relyingparty.DisplayInfo;
import org.campanile.relyingparty.EncryptionPolicy;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.relyingparty.RelyingPartySettings;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionPolicy;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.session.StoredSession;
import org.campanile.session.contract.CountingSessionStore;
import org.campanile.session.contract.CountingSessionStore.Operation;
import org.campanile.session.contract.HeapSessionStore;
import org.campanile.session.contract.MutableClock;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnOutcome.Granted;
import org.campanile.signon.SignOnOutcome.LoginRequired;
import org.campanile.signon.SignOnOutcome.LoginRequired.Reason;
import org.campanile.signon.SignOnOutcome.Refused;
import org.campanile.signon.SignOnService.LoginResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.campanile.session.SessionFixtures.CLASS;
import static org.campanile.session.SessionFixtures.POLICY;
import static org.campanile.session.SessionFixtures.mail;
import static org.campanile.session.SessionFixtures.sealer;
import static org.campanile.session.SessionFixtures.sessions;
import static org.campanile.session.SessionFixtures.user;

class SignOnServiceTests {

	private static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private static final String ONE = "https://one.example.org";

	private static final String TWO = "https://two.example.org";

	private static final String MFA = "https://refeds.org/profile/mfa";

	private final MutableClock clock = new MutableClock(START);

	private final Map<SessionKey, StoredSession> backend = new HashMap<>();

	private final CountingSessionStore store = new CountingSessionStore(new HeapSessionStore(clock, backend));

	private final Sessions sessions = sessions(store, sealer(1), clock);

	private final Services services = new Services();

	private final Resolver resolver = new Resolver();

	private final NameIds nameIds = new NameIds();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final StageTimers timers = new StageTimers(meters);

	private final SignOnService service = service(POLICY);

	@Nested
	class Login {

		@Test
		void whenFreshThenOneWriteAndNoRead() throws Exception {
			LoginResult result = service.login(request(ONE).build(), user("alice", START), Optional.empty());
			assertThat(store.operations()).containsExactly(Operation.CREATE);
			Granted granted = granted(result.outcome());
			assertThat(granted.service().entityId()).isEqualTo(ONE);
			assertThat(granted.session().principal()).isEqualTo("alice");
			assertThat(granted.nameId()).isEqualTo(nameId("alice", ONE));
			assertThat(granted.authnContextClass()).isEqualTo(CLASS);
			assertThat(granted.attributes().attributes()).extracting(ReleasedAttribute::id).containsExactly("mail");
			SsoSession found = sessions.find(result.token()).orElseThrow();
			assertThat(found.services()).singleElement().satisfies(signOn -> {
				assertThat(signOn.entityId()).isEqualTo(ONE);
				assertThat(signOn.nameId()).isEqualTo("alice at " + ONE);
				assertThat(signOn.nameIdFormat()).isEqualTo(NameId.TRANSIENT);
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
			SsoSession previous = sessions.find(before).orElseThrow();
			store.forget();
			LoginResult result = service.login(request(TWO).build(), user("alice", START), Optional.of(previous));
			assertThat(store.operations()).containsExactly(Operation.CREATE);
			assertThat(result.token()).isNotEqualTo(before);
			assertThat(sessions.find(result.token()).orElseThrow().services()).extracting("entityId")
				.containsExactly(ONE, TWO);
		}

		@Test
		void whenAnotherPersonHadASessionThenNothingOfItGoesOn() throws Exception {
			SsoSession previous = sessions.find(login(ONE).token()).orElseThrow();
			LoginResult result = service.login(request(TWO).build(), user("bob", START), Optional.of(previous));
			assertThat(sessions.find(result.token()).orElseThrow().services()).extracting("entityId")
				.containsExactly(TWO);
			assertThat(granted(result.outcome()).session().secret()).isNotEqualTo(previous.secret());
		}

		@Test
		void whenTheServiceWantsMoreThanWasDoneThenRefusedAndThePersonIsSignedInAllTheSame() throws Exception {
			LoginResult result = service.login(request(ONE).authnContext(Comparison.EXACT, MFA).build(),
					user("alice", START), Optional.empty());
			assertThat(result.outcome()).isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT));
			assertThat(sessions.find(result.token()).orElseThrow().services()).isEmpty();
		}

		@Test
		void whenThereIsNoNameIdentifierThenRefusedAndThePersonIsSignedInAllTheSame() throws Exception {
			nameIds.none = true;
			LoginResult result = service.login(request(ONE).build(), user("alice", START), Optional.empty());
			assertThat(result.outcome()).isEqualTo(new Refused(Refusal.INVALID_NAME_ID_POLICY));
			assertThat(sessions.find(result.token()).orElseThrow().services()).isEmpty();
		}

		@Test
		void whenTheStoreFailsThenTheCallerIsTold() {
			store.fail(Operation.CREATE);
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> service.login(request(ONE).build(), user("alice", START), Optional.empty()));
			assertThat(store.operations()).as("never tried again").containsExactly(Operation.CREATE);
		}

		@Test
		void whenAPasswordIsAskedForByNameThenThatClassIsStated() throws Exception {
			LoginResult result = service.login(
					request(ONE).authnContext(Comparison.EXACT, AuthnContextMatcher.PASSWORD).build(),
					user("alice", START), Optional.empty());
			assertThat(granted(result.outcome()).authnContextClass()).isEqualTo(AuthnContextMatcher.PASSWORD);
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
			assertThat(granted.nameId()).isEqualTo(nameId("alice", ONE));
		}

		@Test
		void whenTheServiceIsNewThenOneWrite() throws Exception {
			LoginResult login = login(ONE);
			SsoSession session = sessions.find(login.token()).orElseThrow();
			store.forget();
			granted(service.begin(request(TWO).build(), Optional.of(session)));
			assertThat(store.operations()).containsExactly(Operation.ADD_SERVICE);
			assertThat(sessions.find(login.token()).orElseThrow().services()).extracting("entityId")
				.containsExactly(ONE, TWO);
		}

		/** Logout must name the identifier that was given, and may be asked by either. */
		@Test
		void whenAKnownServiceAsksForAnotherFormatThenRecordedBesideTheFirst() throws Exception {
			LoginResult login = login(ONE);
			nameIds.format = NameId.PERSISTENT;
			store.forget();
			granted(service.begin(request(ONE).build(), sessions.find(login.token())));
			assertThat(store.operations()).containsExactly(Operation.FIND, Operation.ADD_SERVICE);
			assertThat(sessions.find(login.token()).orElseThrow().services()).extracting("entityId", "nameIdFormat")
				.containsExactly(tuple(ONE, NameId.TRANSIENT), tuple(ONE, NameId.PERSISTENT));
			store.forget();
			granted(service.begin(request(ONE).build(), sessions.find(login.token())));
			nameIds.format = NameId.TRANSIENT;
			granted(service.begin(request(ONE).build(), sessions.find(login.token())));
			assertThat(store.operations()).containsExactly(Operation.FIND, Operation.FIND);
		}

		/**
		 * With the read that the caller makes: the whole price of each way in and out.
		 */
		@Test
		void whenAPersonComesAndGoesThenTheStoreIsAskedAsSeldomAsCanBe() throws Exception {
			String token = login(ONE).token();
			assertThat(store.operations()).as("login").containsExactly(Operation.CREATE);
			store.forget();
			granted(service.begin(request(ONE).build(), sessions.find(token)));
			assertThat(store.operations()).as("a known service").containsExactly(Operation.FIND);
			store.forget();
			granted(service.begin(request(TWO).build(), sessions.find(token)));
			assertThat(store.operations()).as("a new service").containsExactly(Operation.FIND, Operation.ADD_SERVICE);
			store.forget();
			assertThat(sessions.end(token).orElseThrow().services()).hasSize(2);
			assertThat(store.operations()).as("logout").containsExactly(Operation.END);
		}

		@Test
		void whenThereIsNoSessionThenLogin() throws Exception {
			assertLogin(service.begin(request(ONE).build(), Optional.empty()), Reason.NO_SESSION, "");
		}

		@Test
		void whenTheSessionEndedMeanwhileThenLogin() throws Exception {
			LoginResult login = login(ONE);
			SsoSession session = sessions.find(login.token()).orElseThrow();
			sessions.end(login.token());
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
		void whenTheStoreFailsAndPolicyRefusesThenTheCallerIsTold() throws Exception {
			SsoSession session = session(ONE);
			SignOnService strict = service(
					new SessionPolicy(POLICY.idleTimeout(), POLICY.lifetime(), POLICY.attributesMaxAge(), true));
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
			LoginResult result = lenient.login(request(ONE).build(), user("alice", clock.instant()), Optional.empty());
			assertThat(result.token()).isEmpty();
			assertThat(granted(result.outcome()).tracking()).isEqualTo(Granted.Tracking.NO_SESSION);
			assertThat(backend).isEmpty();
		}

		@Test
		void whenThereIsNoNameIdentifierThenRefusedAndNothingIsWritten() throws Exception {
			SsoSession session = session(ONE);
			nameIds.none = true;
			assertThat(service.begin(request(TWO).build(), Optional.of(session)))
				.isEqualTo(new Refused(Refusal.INVALID_NAME_ID_POLICY));
			assertThat(store.operations()).isEmpty();
		}

	}

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
			granted(service.begin(request.authenticated(), Optional.of(session)));
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
			assertThat(nameIds.attributes).isEqualTo(mail("new@example.edu"));
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
					SsoSession session = sessions.find(login.token()).orElseThrow();
					granted(service.begin(request(ONE).build(), Optional.of(session)));
					clock.advance(Duration.ofMinutes(5));
				}
				assertThat(resolver.calls).hasSize(hours == 0 ? 0 : 1);
				assertThat(store.operations()).filteredOn(Operation.UPDATE::equals).hasSize(hours == 0 ? 0 : 1);
			}
			assertThat(sessions.find(login.token()).orElseThrow().attributes()).isEqualTo(mail("2@example.edu"));
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
					new SessionPolicy(POLICY.idleTimeout(), POLICY.lifetime(), Duration.ZERO, false));
			SsoSession session = session(ONE);
			resolver.fresh = mail("new@example.edu");
			Granted granted = granted(always.begin(request(ONE).build(), Optional.of(session)));
			assertThat(granted.session().attributes()).isEqualTo(mail("new@example.edu"));
			assertThat(resolver.calls).hasSize(1);
			assertThat(store.operations()).isEmpty();
		}

		/** Used all the time, so that it is live when its attributes are stale. */
		private SsoSession staleSession(String entityId) throws Exception {
			String token = login(entityId).token();
			Duration step = POLICY.attributesMaxAge().dividedBy(4);
			for (int i = 0; i < 4; i++) {
				clock.advance(step);
				assertThat(sessions.find(token)).isPresent();
			}
			SsoSession session = sessions.find(token).orElseThrow();
			store.forget();
			resolver.calls.clear();
			return session;
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
				.isThrownBy(() -> service.login(request, alice, Optional.empty()));
			assertThat(store.operations()).isEmpty();
		}

	}

	private SignOnService service(SessionPolicy policy, String... classes) {
		return new SignOnService(services, resolver, new ReleaseAll(), nameIds,
				new AuthnContextMatcher(classes.length == 0 ? List.of(CLASS) : List.of(classes)), sessions, policy,
				clock, timers);
	}

	private LoginResult login(String entityId) throws Exception {
		return service.login(request(entityId).build(), user("alice", clock.instant()), Optional.empty());
	}

	/**
	 * A session of alice's that knows the service; what it took to make it is forgotten.
	 */
	private SsoSession session(String entityId) throws Exception {
		SsoSession session = sessions.find(login(entityId).token()).orElseThrow();
		store.forget();
		resolver.calls.clear();
		return session;
	}

	private RequestBuilder request(String entityId) {
		return new RequestBuilder(entityId, acs(entityId));
	}

	private static String acs(String entityId) {
		return entityId + "/acs";
	}

	private static NameId nameId(String principal, String entityId) {
		return new NameId(principal + " at " + entityId, NameId.TRANSIENT, null, null);
	}

	private static Granted granted(SignOnOutcome outcome) {
		assertThat(outcome).isInstanceOf(Granted.class);
		return (Granted) outcome;
	}

	private void assertLogin(SignOnOutcome outcome, Reason reason, String fixedPrincipal) {
		assertThat(outcome).isInstanceOfSatisfying(LoginRequired.class, required -> {
			assertThat(required.reason()).isEqualTo(reason);
			assertThat(required.fixedLoginName()).isEqualTo(fixedPrincipal);
			assertThat(required.service()).isIn(services.known.values());
		});
	}

	/** A request that has just come. */
	private final class RequestBuilder {

		private final String entityId;

		private final String responseUrl;

		private boolean force;

		private boolean passive;

		private @Nullable RequestedAuthnContext authnContext;

		RequestBuilder(String entityId, String responseUrl) {
			this.entityId = entityId;
			this.responseUrl = responseUrl;
		}

		RequestBuilder force() {
			force = true;
			return this;
		}

		RequestBuilder passive() {
			passive = true;
			return this;
		}

		RequestBuilder authnContext(Comparison comparison, String... classes) {
			authnContext = new RequestedAuthnContext(comparison, List.of(classes));
			return this;
		}

		SignOnRequest build() {
			return new SignOnRequest(entityId, responseUrl, "_1", null, force, passive, authnContext, NameIdRequest.ANY,
					OptionalInt.empty(), clock.instant());
		}

	}

	/** Knows two services. */
	private static final class Services implements RelyingPartyRegistry {

		private final Map<String, RelyingParty> known = new HashMap<>();

		Services() {
			add(ONE, true);
			add(TWO, true);
		}

		void add(String entityId, boolean enabled) {
			RelyingPartySettings settings = new RelyingPartySettings(enabled, Optional.empty(), EncryptionPolicy.AUTO,
					Optional.empty(), false, List.of(), Set.of(), Set.of(), Duration.ofMinutes(5), Optional.empty());
			known.put(entityId,
					new RelyingParty(entityId, DisplayInfo.NONE,
							List.of(new AssertionConsumerService("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
									acs(entityId), 0, true)),
							List.of(), List.of(), false, false, List.of(), List.of(), Map.of(), Optional.empty(),
							settings));
		}

		@Override
		public Optional<RelyingParty> find(String entityId) {
			return Optional.ofNullable(known.get(entityId));
		}

		@Override
		public int size() {
			return known.size();
		}

	}

	/** Says what it is told to, or that the directory is down. */
	private static final class Resolver implements AttributeResolver {

		private final List<String> calls = new ArrayList<>();

		private ResolvedAttributes atLogin = mail("old@example.edu");

		/** Null for a directory that is down. */
		private @Nullable ResolvedAttributes fresh = mail("old@example.edu");

		@Override
		public ResolvedAttributes resolve(String principal, DirectoryEntry entry) {
			calls.add("resolve " + principal);
			return atLogin;
		}

		@Override
		public ResolvedAttributes refresh(String principal) throws DirectoryUnavailableException {
			calls.add("refresh " + principal);
			if (fresh == null) {
				throw new DirectoryUnavailableException("told to be down");
			}
			return fresh;
		}

	}

	private static final class ReleaseAll implements ReleasePolicy {

		@Override
		public ReleasedAttributes release(ResolvedAttributes attributes, RelyingParty service,
				OptionalInt attributeConsumingServiceIndex) {
			return new ReleasedAttributes(attributes.values()
				.entrySet()
				.stream()
				.map(entry -> new ReleasedAttribute(entry.getKey(), entry.getKey(), "urn:basic", "", entry.getValue()))
				.toList(), List.of());
		}

	}

	private static final class NameIds implements NameIdPolicy {

		private boolean none;

		private String format = NameId.TRANSIENT;

		private ResolvedAttributes attributes = ResolvedAttributes.NONE;

		@Override
		public Optional<NameId> nameIdFor(SsoSession session, ResolvedAttributes attributes, RelyingParty service,
				NameIdRequest request) {
			this.attributes = attributes;
			NameId nameId = nameId(session.principal(), service.entityId());
			return none ? Optional.empty() : Optional.of(new NameId(nameId.value(), format, null, null));
		}

	}

}
