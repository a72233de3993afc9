package org.campanile.fake;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import org.campanile.logout.LogoutAnswer;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.RequestedLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;
import org.campanile.service.ServiceRegistry;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.Refusal;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.logout.LogoutEntry;
import org.campanile.web.sso.SignOnEntry;

/** A complete protocol: everything that a protocol must implement. */
final class FakeProtocol implements SignOnProtocol, LogoutProtocol {

	static final ProtocolId ID = new ProtocolId("fake");

	static final String PATH = "/fake/sign-on";

	static final String LOGOUT = "/fake/logout";

	static final String LOGGED_OUT = "/fake/logged-out";

	static final Set<Endpoint> ENDPOINTS = Set.of(new Endpoint(PATH, Endpoint.Kind.SIGN_ON, true),
			new Endpoint(LOGOUT, Endpoint.Kind.LOGOUT, true), new Endpoint(LOGGED_OUT, Endpoint.Kind.LOGOUT, true));

	/** The service sessions that the server asked to end, oldest first. */
	final List<ServiceSession> loggedOut = new CopyOnWriteArrayList<>();

	/** Whether storing its tickets fails. */
	volatile boolean storeDown;

	/** A service of the protocol; its id is the URL at which it receives answers. */
	record FakeService(String id) implements Service {

		@Override
		public ProtocolId protocol() {
			return ID;
		}

		@Override
		public DisplayInfo display() {
			return DisplayInfo.NONE;
		}

		@Override
		public Optional<String> address() {
			return Optional.of(id);
		}

		@Override
		public boolean answeredByRedirect() {
			return true;
		}

		@Override
		public Set<String> released() {
			return Set.of("mail");
		}

	}

	/** A registry of all services on one host. */
	record FakeServices() implements ServiceRegistry {

		@Override
		public ProtocolId protocol() {
			return ID;
		}

		@Override
		public Optional<FakeService> find(String id) {
			return id.startsWith("https://fake.example.org/") ? Optional.of(new FakeService(id)) : Optional.empty();
		}

	}

	/** Registers the beans of the protocol in a server. */
	void register(GenericApplicationContext context) {
		context.registerBean("fakeProtocol", FakeProtocol.class, () -> this);
		context.registerBean("fakeServices", ServiceRegistry.class, FakeServices::new);
		context.registerBean("fakeEndpoints", Endpoints.Source.class, () -> () -> ENDPOINTS);
		context.registerBean("fakeController", FakeController.class);
	}

	/** Serves the URLs at which sign-ons and logouts begin and services answer. */
	@Controller
	static class FakeController {

		private final SignOnEntry entry;

		private final LogoutEntry logoutEntry;

		private final OpenLogoutRequests open;

		private final InstantSource clock;

		FakeController(SignOnEntry entry, LogoutEntry logoutEntry, OpenLogoutRequests open, InstantSource clock) {
			this.entry = entry;
			this.logoutEntry = logoutEntry;
			this.open = open;
			this.clock = clock;
		}

		@GetMapping(PATH)
		void begin(@RequestParam String service, @RequestParam(defaultValue = "") String state,
				@RequestParam(defaultValue = "false") boolean force,
				@RequestParam(defaultValue = "false") boolean passive,
				@RequestParam(name = "class", required = false) @Nullable String authnClass, HttpServletRequest request,
				HttpServletResponse response) throws Exception {
			RequestedAuthnContext asked = authnClass == null ? null
					: new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(authnClass));
			this.entry.begin(new SignOnRequest(ID, service, service, null, new AuthnDemand(force, passive, asked),
					this.clock.instant(), null, Map.of("state", state)), request, response);
		}

		@GetMapping(LOGOUT)
		void logout(@RequestParam String service, @RequestParam String ticket, HttpServletRequest request,
				HttpServletResponse response) throws Exception {
			this.logoutEntry.requested(new RequestedLogout(ID, service, ticket, handle -> true, Set.of(),
					Map.of("back", "/bye"), Map.of("ticket", ticket)), request, response);
		}

		@GetMapping(LOGGED_OUT)
		void loggedOut(@RequestParam String service, @RequestParam("request") String id, HttpServletRequest request,
				HttpServletResponse response) throws Exception {
			this.logoutEntry.answered(new LogoutAnswer(service, this.open.take(ID, id, service).orElseThrow(),
					ServiceLogoutState.ENDED, "gone"), request, response);
		}

	}

	@Override
	public ProtocolId id() {
		return ID;
	}

	@Override
	public boolean mayAnswer(SignOnRequest request, Service service) {
		return request.answerUrl().equals(service.id());
	}

	@Override
	public RequestedAttributes requested(SignOnRequest request, Service service) {
		return RequestedAttributes.NONE;
	}

	@Override
	public Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session,
			ReleasedAttributes released) {
		return Optional.of(new Handle("ticket of " + session.principal(), "ticket"));
	}

	@Override
	public boolean statesNewLogins() {
		return true;
	}

	@Override
	public Issued grant(SignOnRequest request, SignOnOutcome.Granted granted) throws StoreUnavailableException {
		if (storeDown) {
			throw new StoreUnavailableException("the ticket could not be stored");
		}
		String mail = granted.attributes()
			.attributes()
			.stream()
			.filter(attribute -> attribute.id().equals("mail"))
			.map(attribute -> attribute.values().getFirst().text())
			.findFirst()
			.orElse("");
		return new Issued(answer(request, "user=" + encoded(granted.session().principal()) + "&mail=" + encoded(mail)
				+ (granted.newLogin() ? "&new=true" : "")), Map.of("ticket", granted.handle().value()));
	}

	/** Services whose id ends like this cannot be informed of a refusal. */
	@Override
	public Optional<Answer> refuse(SignOnRequest request, Refusal refusal) {
		return request.service().endsWith("/uninformed") ? Optional.empty()
				: Optional.of(answer(request, "refused=" + refusal));
	}

	private static Answer answer(SignOnRequest request, String query) {
		return new Answer.Redirect(
				request.answerUrl() + '?' + query + "&state=" + encoded(String.valueOf(request.own().get("state"))));
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	@Override
	public String sessionName(SsoSession session, String service, Handle handle) {
		return session.key().value();
	}

	/**
	 * Services that {@link #byBrowser} selects by their id take logout requests only
	 * through the browser.
	 */
	@Override
	public Reach reach(ServiceSession session) {
		return !known(session.service()) ? Reach.NONE : byBrowser(session.service())
				? new Reach(false, new FrontChannel(List.of(session.service()), false)) : new Reach(true, null);
	}

	@Override
	public ServiceLogoutState ask(ServiceSession session) {
		if (!known(session.service())) {
			return ServiceLogoutState.CANNOT_BE_ASKED;
		}
		loggedOut.add(session);
		return ServiceLogoutState.ENDED;
	}

	@Override
	public Optional<BrowserRequest> askByBrowser(ServiceSession session) {
		if (!byBrowser(session.service())) {
			return Optional.empty();
		}
		String id = UUID.randomUUID().toString();
		return Optional.of(new BrowserRequest(id, new Answer.Redirect(
				session.service() + "?request=" + id + "&ticket=" + encoded(session.handle().value()))));
	}

	@Override
	public Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status) {
		return known(service) ? Optional.of(new Answer.Redirect(service + own.get("back") + "?logout=" + status))
				: Optional.empty();
	}

	private static boolean known(String service) {
		return new FakeServices().find(service).isPresent();
	}

	private static boolean byBrowser(String service) {
		return known(service) && service.endsWith("/browser");
	}

}
