package org.campanile.web.home;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.campanile.IdentityProvider;
import org.campanile.protocol.Answer;
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
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.springframework.stereotype.Component;

/**
 * Pages of this server as services that a user signs in to, with the password, pages and
 * session of any other: the answer sends the browser to the page, which reads the
 * session. Thread-safe.
 */
@Component
public final class OwnPages implements SignOnProtocol, ServiceRegistry {

	private static final ProtocolId ID = ProtocolId.OWN;

	private final Map<String, OwnPage> pages;

	private final IdentityProvider identityProvider;

	private final InstantSource clock;

	OwnPages(List<Page> pages, IdentityProvider identityProvider, InstantSource clock) {
		this.identityProvider = identityProvider;
		this.clock = clock;
		this.pages = pages.stream()
			.map(page -> new OwnPage(identityProvider.baseUrl() + page.path()))
			.collect(Collectors.toUnmodifiableMap(OwnPage::id, page -> page));
	}

	/**
	 * A page that a user signs in to; a bean.
	 *
	 * @param path below the context path
	 */
	public record Page(String path) {
	}

	private record OwnPage(String id) implements Service {

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

		/**
		 * Returns false, as the page has no session of its own that a logout would have
		 * to end.
		 */
		@Override
		public boolean recorded() {
			return false;
		}

	}

	/** Returns the request of a user who opened that page. */
	public SignOnRequest request(Page page) {
		return request(page, "", AuthnDemand.NONE);
	}

	/**
	 * Returns the request of a user who opened that page with a query.
	 * @param query comes back with the browser; begins with a question mark, or is empty
	 * @param demand what the user must prove for it
	 */
	public SignOnRequest request(Page page, String query, AuthnDemand demand) {
		String url = identityProvider.baseUrl() + page.path();
		return new SignOnRequest(ID, url, url + query, null, demand, clock.instant(), null, Map.of());
	}

	@Override
	public ProtocolId id() {
		return ID;
	}

	@Override
	public ProtocolId protocol() {
		return ID;
	}

	@Override
	public Optional<? extends Service> find(String id) {
		return Optional.ofNullable(pages.get(id));
	}

	@Override
	public boolean mayAnswer(SignOnRequest request, Service service) {
		return request.answerUrl().equals(service.id()) || request.answerUrl().startsWith(service.id() + '?');
	}

	@Override
	public RequestedAttributes requested(SignOnRequest request, Service service) {
		return RequestedAttributes.NONE;
	}

	@Override
	public Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session,
			ReleasedAttributes released) {
		return Optional.of(new Handle(session.key().value(), "session"));
	}

	@Override
	public Issued grant(SignOnRequest request, SignOnOutcome.Granted granted) {
		return new Issued(new Answer.Redirect(request.answerUrl()), Map.of());
	}

	@Override
	public Optional<Answer> refuse(SignOnRequest request, Refusal refusal) {
		return Optional.empty();
	}

}
