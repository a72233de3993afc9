package org.campanile.testkit.logout;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.IdentityProvider;
import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutSettings;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.SingleLogout;
import org.campanile.saml.assertion.SessionIndex;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.logout.BackChannel;
import org.campanile.saml.logout.LogoutMessages;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.saml.logout.LogoutResponseProcessor;
import org.campanile.saml.logout.SamlLogoutProtocol;
import org.campanile.saml.metadata.IdpDescription;
import org.campanile.saml.metadata.IdpMetadata;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.opensaml.metadata.EntityReading;
import org.campanile.saml.opensaml.metadata.ServiceReader;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.saml.request.RequestLimits;
import org.campanile.seal.Sealer;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.saml.TestCredentials;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.campanile.testkit.session.SessionFixtures.findByToken;

/**
 * An identity provider of two nodes and its services, which know each other only by
 * metadata; everything except HTTP.
 */
public final class LogoutWorld {

	public static final Instant NOW = TestCredentials.NOW;

	public static final IdentityProvider SELF = new IdentityProvider("https://login.example.edu/idp/shibboleth",
			"https://login.example.edu/idp", List.of("example.edu"));

	private static final Map<String, ServiceProviderKeys> KEYS = new ConcurrentHashMap<>();

	private static final SecureRandom RANDOM = new SecureRandom();

	private static final CryptoProvider CRYPTO = CryptoProvider.installed();

	public final MutableClock clock = new MutableClock(NOW);

	final Map<String, ServiceProvider> providers = new LinkedHashMap<>();

	/** The services' back channels; by default none responds. */
	public BackChannel backChannel = (url, envelope) -> {
		throw new java.io.IOException("nobody there");
	};

	public final TrustedIdentityProvider trusted;

	private final Sealer sealer = SessionFixtures.sealer(1);

	private final Map<org.campanile.session.SessionKey, org.campanile.session.StoredSession> sessionBackend = new ConcurrentHashMap<>();

	private final Map<org.campanile.onetime.OneTimeKey, HeapOneTimeStore.Entry> oneTimeBackend = new ConcurrentHashMap<>();

	private final KeyType keyType;

	public LogoutWorld() {
		this(KeyType.RSA_2048);
	}

	public LogoutWorld(KeyType keyType) {
		this.keyType = keyType;
		this.trusted = TrustedIdentityProvider.of(new IdpMetadata(SELF, TestCredentials.of(keyType),
				IdpDescription.NONE, List.of(NameId.PERSISTENT), clock)
			.xml());
	}

	public static String entityId(String name) {
		return "https://" + name + ".example.org/sp";
	}

	public static String location(String name, String binding) {
		return entityId(name) + "/" + binding.substring(binding.lastIndexOf(':') + 1);
	}

	/** A service with an endpoint for each of these bindings. */
	public LogoutWorld service(String name, String... bindings) {
		List<SingleLogoutService> endpoints = new ArrayList<>();
		for (String binding : bindings) {
			endpoints.add(new SingleLogoutService(binding, location(name, binding), location(name, binding)));
		}
		return service(name, endpoints);
	}

	public LogoutWorld service(String name, List<SingleLogoutService> endpoints) {
		ServiceProviderKeys keys = KEYS.computeIfAbsent(name,
				key -> ServiceProviderKeys.generate(key, new MutableClock(NOW), RANDOM));
		providers.put(name,
				new ServiceProvider(ServiceProviderSettings.of(entityId(name), entityId(name) + "/acs", Map.of())
					.withSingleLogoutServices(endpoints), keys, clock, RANDOM));
		return this;
	}

	public ServiceProvider provider(String name) {
		return java.util.Objects.requireNonNull(providers.get(name));
	}

	public RelyingPartyRegistry registry() {
		return TestRelyingParties
			.registry(providers.values().stream().map(LogoutWorld::read).toArray(RelyingParty[]::new));
	}

	private static RelyingParty read(ServiceProvider provider) {
		String document = "<r>" + new String(provider.metadata(), StandardCharsets.UTF_8) + "</r>";
		EntityReading reading = new ServiceReader().read(document.getBytes(StandardCharsets.UTF_8), provider.entityId(),
				RelyingPartySettings.DEFAULTS);
		return ((EntityReading.Service) reading).relyingParty();
	}

	public Node node() {
		return new Node();
	}

	/** A node; all nodes share the stores. */
	public final class Node {

		public final CountingSessionStore sessionStore = new CountingSessionStore(
				new HeapSessionStore(clock, sessionBackend));

		public final CountingOneTimeStore oneTimeStore = new CountingOneTimeStore(
				new HeapOneTimeStore(clock, oneTimeBackend));

		final Sessions sessions = SessionFixtures.sessions(sessionStore, sealer, clock);

		final RelyingPartyRegistry services = registry();

		public final LogoutMessages messages = new LogoutMessages(SELF, TestCredentials.of(keyType), CRYPTO, clock,
				RANDOM);

		final OpenLogoutRequests questions = new OpenLogoutRequests(oneTimeStore, sealer, clock);

		public final LogoutRequestProcessor requests = new LogoutRequestProcessor(services, oneTimeStore, SELF, clock,
				RequestLimits.DEFAULTS);

		public final LogoutResponseProcessor responses = new LogoutResponseProcessor(services, questions, SELF, clock,
				RequestLimits.DEFAULTS);

		public final LogoutProtocol protocol = new SamlLogoutProtocol(services, messages,
				(url, envelope) -> backChannel.post(url, envelope), clock, RequestLimits.DEFAULTS,
				BindingLimits.DEFAULTS);

		public final FrontChannelLogout front = new FrontChannelLogout(oneTimeStore, sealer, List.of(protocol),
				questions, clock, RANDOM);

		public final SingleLogout logout = new SingleLogout(sessions, List.of(protocol),
				new LogoutSettings(Duration.ofSeconds(3), Duration.ofSeconds(5)));

		/**
		 * Creates a session that signed in to these services with persistent identifiers,
		 * and returns its token.
		 */
		public String signOn(String principal, String... names) throws Exception {
			var begun = sessions.begin(SessionFixtures.user(principal, clock.instant()),
					SessionFixtures.mail(principal + "@example.edu"), Optional.empty());
			SsoSession session = begun.session();
			for (String name : names) {
				session = Sessions.withService(session, new ServiceSignOn(RelyingParty.PROTOCOL, entityId(name),
						nameId(principal, name).toHandle(), clock.instant()));
			}
			sessions.store(session);
			sessionStore.forget();
			return begun.token();
		}

		String indexOf(String token, String name) throws Exception {
			return SessionIndex.of(findByToken(sessions, token).orElseThrow(), entityId(name));
		}

		public LogoutSubject subject(String token, String principal, String name) throws Exception {
			return new LogoutSubject(nameId(principal, name), List.of(indexOf(token, name)));
		}

		public boolean lives(String token) throws Exception {
			return findByToken(sessions, token).isPresent();
		}

	}

	public static NameId nameId(String principal, String name) {
		return new NameId(principal + "-at-" + name, NameId.PERSISTENT, SELF.id(), entityId(name));
	}

	public static RedirectDecoder redirect() {
		return new RedirectDecoder(BindingLimits.DEFAULTS);
	}

	public static PostDecoder post() {
		return new PostDecoder(BindingLimits.DEFAULTS);
	}

	public static SoapDecoder soap() {
		return new SoapDecoder(BindingLimits.DEFAULTS);
	}

	public static String query(String url) {
		return url.substring(url.indexOf('?') + 1);
	}

	public static Map<String, List<String>> form(Map<String, String> fields) {
		Map<String, List<String>> form = new LinkedHashMap<>();
		fields.forEach((name, value) -> form.put(name, List.of(value)));
		return form;
	}

}
