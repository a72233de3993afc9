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
import java.util.function.Supplier;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;

import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
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
import org.campanile.session.StoredSession;
import org.campanile.session.contract.CountingSessionStore;
import org.campanile.session.contract.HeapSessionStore;
import org.campanile.session.contract.MutableClock;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnOutcome.Granted;
import org.campanile.signon.SignOnOutcome.LoginRequired;
import org.campanile.signon.SignOnOutcome.LoginRequired.Reason;
import org.campanile.signon.SignOnService.LoginResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.session.SessionFixtures.CLASS;
import static org.campanile.session.SessionFixtures.POLICY;
import static org.campanile.session.SessionFixtures.mail;
import static org.campanile.session.SessionFixtures.sealer;
import static org.campanile.session.SessionFixtures.sessions;
import static org.campanile.session.SessionFixtures.user;

/**
 * A sign-on service over a session store that counts what it is asked, two services it
 * knows, and a directory that does as it is told.
 */
abstract class SignOnFixture {

	static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	static final String ONE = "https://one.example.org";

	static final String TWO = "https://two.example.org";

	static final String MFA = "https://refeds.org/profile/mfa";

	final MutableClock clock = new MutableClock(START);

	final Map<SessionKey, StoredSession> backend = new HashMap<>();

	final CountingSessionStore store = new CountingSessionStore(new HeapSessionStore(clock, backend));

	final Sessions sessions = sessions(store, sealer(1), clock);

	final Services services = new Services();

	final Resolver resolver = new Resolver();

	final NameIds nameIds = new NameIds();

	final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	final StageTimers timers = new StageTimers(meters);

	final SignOnService service = service(POLICY);

	SignOnService service(SessionPolicy policy, String... classes) {
		return new SignOnService(services, resolver, new ReleaseAll(), nameIds,
				new AuthnContextMatcher(classes.length == 0 ? List.of(CLASS) : List.of(classes)), sessions, policy,
				clock, timers);
	}

	/** One whose rules change. */
	SignOnService service(Supplier<SignOnService.Rules> rules) {
		return new SignOnService(rules, resolver, nameIds, new AuthnContextMatcher(List.of(CLASS)), sessions, POLICY,
				clock, timers);
	}

	LoginResult login(String entityId) throws Exception {
		return service.login(request(entityId).build(), user("alice", clock.instant()), Optional.empty());
	}

	/**
	 * A session of alice's that knows the service; what it took to make it is forgotten.
	 */
	SsoSession session(String entityId) throws Exception {
		SsoSession session = sessions.find(login(entityId).token()).orElseThrow();
		store.forget();
		resolver.calls.clear();
		return session;
	}

	RequestBuilder request(String entityId) {
		return new RequestBuilder(entityId, acs(entityId));
	}

	static String acs(String entityId) {
		return entityId + "/acs";
	}

	static NameId nameId(String principal, String entityId) {
		return new NameId(principal + " at " + entityId, NameId.TRANSIENT, null, null);
	}

	static Granted granted(SignOnOutcome outcome) {
		assertThat(outcome).isInstanceOf(Granted.class);
		return (Granted) outcome;
	}

	void assertLogin(SignOnOutcome outcome, Reason reason, String fixedPrincipal) {
		assertThat(outcome).isInstanceOfSatisfying(LoginRequired.class, required -> {
			assertThat(required.reason()).isEqualTo(reason);
			assertThat(required.fixedLoginName()).isEqualTo(fixedPrincipal);
			assertThat(required.service()).isIn(services.known.values());
		});
	}

	/** A request that has just come. */
	final class RequestBuilder {

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
					OptionalInt.empty(), clock.instant(), null);
		}

	}

	/** Knows two services. */
	static class Services implements RelyingPartyRegistry {

		final Map<String, RelyingParty> known = new HashMap<>();

		Services() {
			add(ONE, true);
			add(TWO, true);
		}

		void add(String entityId, boolean enabled) {
			RelyingPartySettings settings = new RelyingPartySettings(enabled, Optional.empty(), EncryptionPolicy.AUTO,
					Optional.empty(), false, false, List.of(), Set.of(), Set.of(), Duration.ofMinutes(5),
					Optional.empty());
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
	static final class Resolver implements AttributeResolver {

		final List<String> calls = new ArrayList<>();

		ResolvedAttributes atLogin = mail("old@example.edu");

		/** Null for a directory that is down. */
		@Nullable ResolvedAttributes fresh = mail("old@example.edu");

		/** Sources that do not answer, and are gone on without. */
		Set<String> unavailable = Set.of();

		/** Whether a source does not answer that logins are refused without. */
		boolean refuse;

		@Override
		public Resolved resolve(String principal, SourceValues entry) throws SourceUnavailableException {
			calls.add("resolve " + principal);
			if (refuse) {
				throw new SourceUnavailableException("hr", "told to be down");
			}
			return new Resolved(atLogin, unavailable);
		}

		@Override
		public Resolved refresh(String principal, ResolvedAttributes older) throws SourceUnavailableException {
			calls.add("refresh " + principal);
			if (fresh == null) {
				throw new SourceUnavailableException("ldap", "told to be down");
			}
			return new Resolved(fresh, unavailable);
		}

	}

	static final class ReleaseAll implements ReleasePolicy {

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

	static final class NameIds implements NameIdPolicy {

		boolean none;

		String format = NameId.TRANSIENT;

		ResolvedAttributes attributes = ResolvedAttributes.NONE;

		@Override
		public Optional<NameId> nameIdFor(SsoSession session, ResolvedAttributes attributes, RelyingParty service,
				NameIdRequest request) {
			this.attributes = attributes;
			NameId nameId = nameId(session.principal(), service.entityId());
			return none ? Optional.empty() : Optional.of(new NameId(nameId.value(), format, null, null));
		}

	}

}
