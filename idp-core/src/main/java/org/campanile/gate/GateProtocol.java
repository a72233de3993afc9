package org.campanile.gate;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.ServiceSession;
import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.seal.Cbor;
import org.campanile.seal.Macs;
import org.campanile.seal.RandomValues;
import org.campanile.seal.Sealer;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.Refusal;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.store.StoreUnavailableException;

/**
 * Sign-on to a site behind the gate: the browser is sent to the site's own host with a
 * code, in exchange for which it gets the site's cookie there. A logout ends the session;
 * such cookies are refused once the session is checked again. Thread-safe.
 */
public final class GateProtocol implements SignOnProtocol, LogoutProtocol {

	/** The path on the site's host that the web server passes on to the gate. */
	public static final String HANDOVER = "/.campanile/gate";

	private static final Logger logger = LoggerFactory.getLogger(GateProtocol.class);

	private static final String KIND = "gate-handover";

	private static final Duration LIFETIME = Duration.ofSeconds(60);

	private static final String BROWSER = "browser";

	private static final String PAGE = "page";

	private static final String RULE = "rule";

	/** The purpose of a demand's seal. */
	private static final String DEMAND = "gate-demand";

	/** The time between log lines about demands, as anybody can send any. */
	private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);

	private static final String METHOD = "method";

	private static final String ENROLS = "enrols";

	private static final int HANDLE_BYTES = 12;

	private static final int CODE_BYTES = 24;

	private final OneTimeStore store;

	private final Sealer sealer;

	private final Supplier<GateSites> sites;

	private final Supplier<AccessRules> rules;

	private final InstantSource clock;

	private final SecureRandom random;

	private final String baseUrl;

	private final AtomicReference<Instant> nextReport = new AtomicReference<>(Instant.MIN);

	/**
	 * @param sites the current ones
	 * @param rules the current ones
	 * @param baseUrl of this server
	 */
	public GateProtocol(OneTimeStore store, Sealer sealer, Supplier<GateSites> sites, Supplier<AccessRules> rules,
			InstantSource clock, SecureRandom random, String baseUrl) {
		this.store = store;
		this.sealer = sealer;
		this.sites = sites;
		this.rules = rules;
		this.clock = clock;
		this.random = random;
		this.baseUrl = baseUrl;
	}

	/**
	 * The demand of a rule on a user who requested a page, which the browser brings to
	 * the login {@linkplain #sealed sealed}: a user who could choose it could enrol a
	 * factor against a rule that refuses. If the browser leaves it out, only the login
	 * asks for less, as the page is checked again.
	 *
	 * @param rule the name of the rule; empty if none demands anything
	 * @param method the HTTP method of the request for the page
	 * @param classes authentication context classes, of which one is demanded; empty for
	 * none
	 * @param force whether the user must authenticate again
	 * @param enrols whether the rule has users who lack a factor enrol one
	 */
	public record Demand(String rule, String method, List<String> classes, boolean force, boolean enrols) {

		/** A demand that requires only a session. */
		public static final Demand NONE = new Demand("", "GET", List.of(), false, false);

		public Demand {
			classes = List.copyOf(classes);
		}

	}

	/**
	 * Seals a demand for the browser that asked for a page.
	 * @param page the address of the page to return to
	 * @param browser the mark that the site's host has set in the browser
	 */
	public String sealed(Demand demand, String page, String browser) {
		return sealer.sealToken(DEMAND, page + ' ' + browser, Cbor
			.write(new DemandForm(demand.rule(), demand.method(), demand.classes(), demand.force(), demand.enrols())));
	}

	/**
	 * Opens a demand of {@link #sealed}.
	 * @param sealed anything; empty for none
	 * @return {@link Demand#NONE}, with a log line, if it was altered, made for another
	 * page or browser, or sealed with a key that is not in the ring
	 */
	public Demand demand(String sealed, String page, String browser) {
		if (sealed.isEmpty()) {
			return Demand.NONE;
		}
		return sealer.openToken(DEMAND, page + ' ' + browser, sealed)
			.flatMap(plain -> Cbor.read(plain, DemandForm.class))
			.map(form -> new Demand(form.r(), form.m(), form.c(), form.f(), form.e()))
			.orElseGet(this::unopened);
	}

	private Demand unopened() {
		Instant now = clock.instant();
		Instant next = nextReport.get();
		if (!now.isBefore(next) && nextReport.compareAndSet(next, now.plus(BETWEEN_REPORTS))) {
			logger.warn("campanile.gate: a demand that a browser brought to the login does not open, so the login asks "
					+ "for less than the page demands: it was altered, belongs to another page or browser, or is sealed "
					+ "with a key that this node lacks; if this repeats, give all nodes the same "
					+ "credentials/sealing*.key, and let web servers pass on the login's address unchanged");
		}
		return Demand.NONE;
	}

	private record DemandForm(String r, String m, List<String> c, boolean f, boolean e) {
	}

	/**
	 * The request of a browser that asked for a page.
	 * @param browser the mark that the site's host has set in the browser
	 */
	public SignOnRequest request(GateSite site, PageAddress page, String browser, Demand demand) {
		Map<String, String> own = new HashMap<>(Map.of(BROWSER, browser, PAGE, site.returning(page)));
		if (!demand.rule().isEmpty() || !demand.classes().isEmpty()) {
			own.put(RULE, demand.rule());
			own.put(METHOD, demand.method());
			own.put(ENROLS, Boolean.toString(demand.enrols()));
		}
		return new SignOnRequest(GateSite.PROTOCOL, site.id(), page.origin() + HANDOVER, null,
				new AuthnDemand(demand.force(), false, null, demand.classes()), clock.instant(), null, own);
	}

	@Override
	public Optional<CheckedPage> checkedPage(SignOnRequest request) {
		String rule = request.own().get(RULE);
		return rule == null ? Optional.empty()
				: page(request).map(page -> new CheckedPage(
						new AccessPolicy.Resource(request.own().getOrDefault(METHOD, ""), page.host(), page.path()),
						rule, Boolean.parseBoolean(request.own().get(ENROLS))));
	}

	/**
	 * The data that a code is exchanged for.
	 *
	 * @param url the page that the browser goes on to
	 * @param browser the mark that the browser must have
	 */
	public record Handover(String site, String url, String browser, GatePass pass) {
	}

	private record Form(String s, String u, String b, byte[] p) {
	}

	@Override
	public ProtocolId id() {
		return GateSite.PROTOCOL;
	}

	@Override
	public boolean mayAnswer(SignOnRequest request, Service service) {
		return page(request).filter(((GateSite) service)::owns)
			.filter(page -> request.answerUrl().equals(page.origin() + HANDOVER))
			.isPresent();
	}

	private static Optional<PageAddress> page(SignOnRequest request) {
		return PageAddress.of(request.own().getOrDefault(PAGE, ""));
	}

	@Override
	public RequestedAttributes requested(SignOnRequest request, Service service) {
		return RequestedAttributes.NONE;
	}

	/**
	 * Returns the same handle at each sign-on, also after a step-up, so that a site is
	 * recorded once.
	 */
	@Override
	public Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session,
			ReleasedAttributes released) {
		byte[] mac = Macs.hmacSha256(session.secret(), KIND + ' ' + service.id());
		return Optional.of(new Handle(HexFormat.of().formatHex(mac, 0, HANDLE_BYTES), "session"));
	}

	/** Returns the attributes for which the site has a header. */
	@Override
	public ReleasedAttributes carried(Service service, ReleasedAttributes released) {
		GateSite site = (GateSite) service;
		return new ReleasedAttributes(released.attributes()
			.stream()
			.filter(attribute -> site.headers().containsValue(attribute.id()))
			.toList());
	}

	@Override
	public Optional<String> name(Service service, SsoSession session, Handle handle) {
		return Optional.of(session.principal());
	}

	@Override
	public Issued grant(SignOnRequest request, SignOnOutcome.Granted granted) throws StoreUnavailableException {
		GateSite site = (GateSite) granted.service();
		String code = RandomValues.token(CODE_BYTES, random);
		GatePass pass = pass(site, granted.session(), granted.attributes()).sparedAtLogin(granted.spared());
		String page = request.own().getOrDefault(PAGE, "");
		byte[] sealed = sealer.seal(KIND, code,
				Cbor.write(new Form(site.id(), page, request.own().getOrDefault(BROWSER, ""), pass.bytes())));
		if (!store.put(KIND, code, sealed, clock.instant().plus(LIFETIME))) {
			throw new StoreUnavailableException("the new code was already taken");
		}
		String at = site.cookieDomain() == null ? request.answerUrl() : baseUrl + "/gate/handover";
		return new Issued(new Answer.Redirect(at + "?code=" + code),
				Map.of("url", page, "session", granted.handle().value()));
	}

	/** The pass of a session for a site, as of now. */
	public GatePass pass(GateSite site, SsoSession session, ReleasedAttributes released) {
		return pass(site, session.key().value(), session.principal(), session.factors(), session.attributes(),
				released);
	}

	/** The pass of a program for one request: it has no session. */
	public GatePass pass(GateSite site, AuthenticatedUser user, ResolvedAttributes attributes,
			ReleasedAttributes released) {
		return pass(site, "", user.principal(), user.factors(), attributes, released);
	}

	private GatePass pass(GateSite site, String session, String principal, List<Factor> factors,
			ResolvedAttributes attributes, ReleasedAttributes released) {
		AccessRules current = rules.get();
		return new GatePass(session, principal, factors, current.relevant(attributes), current.relevance(),
				headers(site, principal, released), clock.instant());
	}

	/** The values of a site's headers; every header has one, which may be empty. */
	public static Map<String, String> headers(GateSite site, String principal, ReleasedAttributes released) {
		Map<String, List<AttributeValue>> values = released.attributes()
			.stream()
			.collect(Collectors.toMap(ReleasedAttribute::id, ReleasedAttribute::values));
		Map<String, String> headers = new LinkedHashMap<>();
		headers.put(site.userHeader(), headerValue(List.of(principal)));
		site.headers()
			.forEach((name, attribute) -> headers.put(name, headerValue(
					values.getOrDefault(attribute, List.of()).stream().map(AttributeValue::text).toList())));
		return headers;
	}

	/**
	 * Takes the data that a code is exchanged for; of several callers at most one
	 * receives it.
	 * @param code not validated
	 */
	public Optional<Handover> take(String code) throws StoreUnavailableException {
		return code.length() != CODE_BYTES / 3 * 4 ? Optional.empty() : store.take(KIND, code)
			.flatMap(sealed -> sealer.open(KIND, code, sealed))
			.flatMap(plain -> Cbor.read(plain, Form.class))
			.flatMap(form -> GatePass.of(form.p()).map(pass -> new Handover(form.s(), form.u(), form.b(), pass)));
	}

	/** Returns no answer, as the user is shown a page. */
	@Override
	public Optional<Answer> refuse(SignOnRequest request, Refusal refusal) {
		return Optional.empty();
	}

	@Override
	public String sessionName(SsoSession session, String service, Handle handle) {
		return session.key().value();
	}

	@Override
	public Reach reach(ServiceSession session) {
		return isKnown(session) ? new Reach(true, null) : Reach.NONE;
	}

	/** Nothing remains to be done, as the site has no session of its own. */
	@Override
	public ServiceLogoutState ask(ServiceSession session) {
		return isKnown(session) ? ServiceLogoutState.ENDED : ServiceLogoutState.CANNOT_BE_ASKED;
	}

	private boolean isKnown(ServiceSession session) {
		return sites.get().find(session.service()).isPresent();
	}

	@Override
	public Optional<BrowserRequest> askByBrowser(ServiceSession session) {
		return Optional.empty();
	}

	@Override
	public Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status) {
		return Optional.empty();
	}

	/**
	 * Whether the session need not be checked: the pass is recent, and holds all
	 * attributes that the current rules depend on.
	 */
	public boolean isFresh(GateSite site, GatePass pass) {
		Instant now = clock.instant();
		return pass.relevance() == rules.get().relevance() && now.isBefore(pass.checkedAt().plus(site.fresh()))
				&& !now.plus(site.fresh()).isBefore(pass.checkedAt());
	}

	/**
	 * The values of a header: UTF-8 with everything but printable ASCII, and percent
	 * signs and semicolons, percent-encoded; separated by semicolons.
	 */
	static String headerValue(List<String> values) {
		return values.stream().map(GateProtocol::encoded).collect(Collectors.joining(";"));
	}

	private static String encoded(String value) {
		StringBuilder encoded = new StringBuilder(value.length());
		for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
			if (each >= ' ' && each < 0x7f && each != '%' && each != ';') {
				encoded.append((char) each);
			}
			else {
				encoded.append(String.format("%%%02X", each));
			}
		}
		return encoded.toString();
	}

}
