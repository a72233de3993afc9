package org.campanile.fake;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.relyingparty.DisplayInfo;
import org.campanile.relyingparty.Service;
import org.campanile.relyingparty.ServiceRegistry;
import org.campanile.release.RequestedAttributes;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.Refusal;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.sso.SignOnEntry;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** All that a protocol is made of. */
final class FakeProtocol implements SignOnProtocol, LogoutProtocol {

	static final ProtocolId ID = new ProtocolId("fake");

	static final String PATH = "/fake/sign-on";

	/** The sessions of services that were asked to end, oldest first. */
	final List<ServiceSession> loggedOut = new CopyOnWriteArrayList<>();

	/** A service of the protocol: its id is where it takes answers. */
	record FakeService(String id) implements Service {

		@Override
		public ProtocolId protocol() {
			return ID;
		}

		@Override
		public DisplayInfo display() {
			return new DisplayInfo(Map.of("en", "Fake service"), Map.of(), List.of(), Map.of(), Map.of());
		}

		@Override
		public Optional<String> address() {
			return Optional.of(id);
		}

		@Override
		public Map<String, Set<String>> entityAttributes() {
			return Map.of();
		}

		@Override
		public boolean enabled() {
			return true;
		}

		@Override
		public Set<String> released() {
			return Set.of("mail");
		}

		@Override
		public Set<String> withheld() {
			return Set.of();
		}

	}

	/** Knows the services of one host. */
	record FakeServices() implements ServiceRegistry {

		@Override
		public ProtocolId protocol() {
			return ID;
		}

		@Override
		public Optional<FakeService> find(String id) {
			return id.startsWith("https://fake.example.org/") ? Optional.of(new FakeService(id)) : Optional.empty();
		}

		@Override
		public int size() {
			return 1;
		}

	}

	/** All that a server needs to be told of it. */
	void register(GenericApplicationContext context) {
		context.registerBean("fakeProtocol", FakeProtocol.class, () -> this);
		context.registerBean("fakeServices", ServiceRegistry.class, FakeServices::new);
		context.registerBean("fakeEndpoints", Endpoints.Source.class,
				() -> () -> Set.of(new Endpoint(PATH, Endpoint.Kind.SIGN_ON, true)));
		context.registerBean("fakeController", FakeController.class);
	}

	/** Where a sign-on begins. */
	@Controller
	static class FakeController {

		private final SignOnEntry entry;

		private final InstantSource clock;

		FakeController(SignOnEntry entry, InstantSource clock) {
			this.entry = entry;
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
	public Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session) {
		return Optional.of(new Handle("ticket of " + session.principal(), "ticket"));
	}

	@Override
	public Issued grant(SignOnRequest request, SignOnOutcome.Granted granted) {
		String mail = granted.attributes()
			.attributes()
			.stream()
			.filter(attribute -> attribute.id().equals("mail"))
			.map(attribute -> attribute.values().getFirst().text())
			.findFirst()
			.orElse("");
		return new Issued(answer(request, "user=" + encoded(granted.session().principal()) + "&mail=" + encoded(mail)),
				Map.of("ticket", granted.handle().value()));
	}

	@Override
	public Answer refuse(SignOnRequest request, Refusal refusal) {
		return answer(request, "refused=" + refusal);
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
		return handle.value();
	}

	@Override
	public Reach reach(String service) {
		return new Reach(true, false);
	}

	@Override
	public ServiceLogoutState ask(ServiceSession session) {
		loggedOut.add(session);
		return ServiceLogoutState.ENDED;
	}

}
