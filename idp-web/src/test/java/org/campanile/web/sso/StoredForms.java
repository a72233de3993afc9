package org.campanile.web.sso;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.gate.PageAddress;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Sealer;
import org.campanile.service.DisplayInfo;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.LoginState;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnRequest;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;
import org.campanile.web.store.SessionProperties;

/**
 * Writes and reads the data that nodes of two versions exchange in a rolling upgrade,
 * through the store and through browsers: sessions, unfinished logins and gate passes.
 * Also compiles against the previous version: {@code write FILE} in one version and
 * {@code read FILE} in the other show whether they understand each other.
 */
final class StoredForms {

	private static final Instant NOW = Instant.parse("2026-11-25T12:00:00.123Z");

	private static final String BROWSER = "b".repeat(32);

	private static final Factor PASSWORD = new Factor(FactorKind.PASSWORD, NOW);

	private static final Factor KEY = new Factor(new FactorKind("passkey"), NOW.plusSeconds(5), "key-1",
			Set.of(Factor.Trait.USER_VERIFIED, Factor.Trait.PHISHING_RESISTANT));

	private static final GateSite SITE = new GateSite("wiki",
			List.of(PageAddress.of("https://wiki.example.edu/").orElseThrow()), DisplayInfo.NONE, Set.of(), Map.of(),
			"X-Remote-User", Duration.ofSeconds(60), null);

	private final MutableClock clock = new MutableClock(NOW);

	private final Sealer sealer = SessionFixtures.sealer(1);

	private final Map<SessionKey, StoredSession> backend = new HashMap<>();

	private final Sessions sessions = SessionFixtures.sessions(new HeapSessionStore(clock, backend), sealer, clock);

	private final LoginFlows flows = new LoginFlows(sealer, clock, new SessionProperties(Duration.ofHours(1),
			Duration.ofHours(10), Duration.ofHours(1), false, false, Duration.ofMinutes(10), false));

	/**
	 * Writes or reads a file.
	 * @param arguments {@code write} or {@code read}, and the file
	 */
	public static void main(String[] arguments) throws Exception {
		Path file = Path.of(arguments[1]);
		if (arguments[0].equals("write")) {
			Files.writeString(file, new StoredForms().write());
		}
		else {
			new StoredForms().read(Files.readString(file))
				.forEach((name, content) -> System.out.println(name + " = " + content));
		}
	}

	/** Writes one item of each kind, as properties. */
	String write() throws StoreUnavailableException {
		Map<String, String> forms = new TreeMap<>();
		forms.put("session-password", session(List.of(PASSWORD), false));
		forms.put("session-factors", session(List.of(PASSWORD, KEY), true));
		LoginState begun = LoginState.begin(request());
		forms.put("flow-url", flows.forUrl(request(), BROWSER));
		forms.put("flow-password", flows.forForm(new LoginFlows.Asked(begun, FactorKind.PASSWORD, Map.of()), BROWSER));
		forms.put("flow-factor", flows.forForm(
				new LoginFlows.Asked(begun.with(alice(List.of(PASSWORD))), KEY.kind(), Map.of("a", "b")), BROWSER));
		forms.put("flow-after-login", flows.forUrlAfterLogin(request(), new SessionKey("0".repeat(64)), BROWSER));
		forms.put("pass", new GatePass("0".repeat(64), "alice", List.of(PASSWORD, KEY), ResolvedAttributes.NONE, 0,
				Map.of("X-Remote-User", "alice"), NOW)
			.sealed(sealer, SITE));
		return forms.entrySet()
			.stream()
			.map(form -> form.getKey() + '=' + form.getValue() + '\n')
			.collect(Collectors.joining());
	}

	private static AuthenticatedUser alice(List<Factor> factors) {
		return new AuthenticatedUser("alice", "alice", Optional.empty(), factors, Optional.empty());
	}

	private static SignOnRequest request() {
		return new SignOnRequest(new ProtocolId("saml"), "https://sp.example.org/sp", "https://sp.example.org/acs",
				"_1",
				new AuthnDemand(true, false,
						new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of("urn:x:mfa")),
						List.of("urn:x:floor")),
				NOW, NOW.plusSeconds(300), Map.of("r", "relay"));
	}

	private String session(List<Factor> factors, boolean shared) throws StoreUnavailableException {
		Sessions.NewSession begun = sessions
			.begin(alice(factors),
					new ResolvedAttributes(Map.of("mail", List.of(new AttributeValue.Text("alice@example.edu")),
							"affiliation", List.of(new AttributeValue.Scoped("staff", "example.edu")))),
					Optional.empty());
		SsoSession session = Sessions.withService(begun.session().withSharedComputer(shared),
				new ServiceSignOn(new ProtocolId("cas"), "https://app.example.edu/",
						new Handle("ST-1", "", Map.of("url", "https://app.example.edu/in")), NOW));
		sessions.store(session);
		StoredSession stored = Objects.requireNonNull(backend.get(session.key()));
		List<String> parts = new ArrayList<>(List.of(begun.token(), stored.key().value(), stored.principalHash(),
				Long.toString(stored.createdAt().toEpochMilli()), Long.toString(stored.expiresAt().toEpochMilli()),
				Long.toString(stored.idleExpiresAt().toEpochMilli()),
				Base64.getEncoder().encodeToString(stored.state())));
		stored.services()
			.forEach(service -> parts.addAll(List.of(service.serviceHash(), service.identifierHash(),
					Base64.getEncoder().encodeToString(service.state()))));
		return String.join(",", parts);
	}

	/**
	 * Reads all items, and returns what this version understands as a line of text for
	 * each.
	 */
	Map<String, String> read(String written) throws StoreUnavailableException, IOException {
		Properties forms = new Properties();
		forms.load(new StringReader(written));
		Map<String, String> read = new LinkedHashMap<>();
		for (String name : List.of("session-password", "session-factors")) {
			String[] parts = forms.getProperty(name).split(",", -1);
			StoredSession stored = new StoredSession(new SessionKey(parts[1]), parts[2], 0, at(parts[3]), at(parts[4]),
					at(parts[5]), Base64.getDecoder().decode(parts[6]),
					List.of(new StoredService(parts[7], parts[8], Base64.getDecoder().decode(parts[9]))));
			backend.put(stored.key(), stored);
			read.put(name, sessions.peek(parts[0]).map(StoredForms::text).orElse("unreadable"));
		}
		List<String> browser = List.of(BROWSER);
		read.put("flow-url", text(flows.fromUrl(forms.getProperty("flow-url"), browser)));
		read.put("flow-password", text(flows.fromForm(forms.getProperty("flow-password"), browser)));
		read.put("flow-factor", text(flows.fromForm(forms.getProperty("flow-factor"), browser)));
		read.put("flow-after-login", text(flows.fromUrl(forms.getProperty("flow-after-login"), browser)));
		read.put("pass", GatePass.open(sealer, SITE, forms.getProperty("pass"))
			.map(pass -> pass.principal() + ' ' + text(pass.factors()) + ' ' + pass.headers() + ' ' + pass.checkedAt())
			.orElse("unreadable"));
		return read;
	}

	private static Instant at(String millis) {
		return Instant.ofEpochMilli(Long.parseLong(millis));
	}

	private static String text(SsoSession session) {
		return session.principal() + ' ' + text(session.factors()) + ' ' + new TreeMap<>(session.attributes().values())
				+ ' ' + session.services() + (session.sharedComputer() ? " shared" : "");
	}

	private static String text(List<Factor> factors) {
		return factors.stream()
			.map(factor -> factor.kind() + "@" + factor.at() + factor.credential()
					+ factor.traits().stream().sorted().toList())
			.toList()
			.toString();
	}

	private static String text(LoginFlows.Flow flow) {
		return switch (flow) {
			case LoginFlows.Flow.Live(SignOnRequest request) -> "live " + text(request);
			case LoginFlows.Flow.SignedIn(SignOnRequest request, SessionKey session) ->
				"signed in " + session.value() + ' ' + text(request);
			default -> flow.toString();
		};
	}

	private static String text(LoginFlows.FormFlow flow) {
		return flow instanceof LoginFlows.Asked asked ? "asked " + asked.kind() + ' ' + asked.challenge() + ' '
				+ text(asked.state().proven()) + ' ' + text(asked.state().request()) : flow.toString();
	}

	private static String text(SignOnRequest request) {
		return request.equals(request()) ? "the request" : request.toString();
	}

}
