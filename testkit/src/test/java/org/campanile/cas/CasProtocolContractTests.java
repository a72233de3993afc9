package org.campanile.cas;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AutoClose;

import org.campanile.attribute.Tls;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.http.OutgoingHttp;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.RequestedLogout;
import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Handle;
import org.campanile.service.DisplayInfo;
import org.campanile.service.ServiceRegistry;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.protocol.LogoutProtocolContract;
import org.campanile.testkit.session.SessionFixtures;

/** Tests CAS against the contract of protocols. */
class CasProtocolContractTests extends LogoutProtocolContract {

	private static final CasServices SERVICES = CasServices
		.of(List.of(service("app", Channel.BACK), service("wiki", Channel.FRONT)));

	private final InstantSource clock = InstantSource.fixed(NOW);

	private final CasTickets tickets = new CasTickets(new HeapOneTimeStore(clock, new ConcurrentHashMap<>()),
			SessionFixtures.sealer(1), Duration.ofSeconds(10), clock, new SecureRandom());

	@AutoClose
	private final OutgoingHttp http = new OutgoingHttp(Tls.context(Optional.empty()));

	private static CasService service(String name, Channel channel) {
		// Nothing listens at this URL.
		return new CasService(name, new ServiceUrlPattern.Prefix(url(name)), 0, DisplayInfo.NONE, Map.of(), true,
				Set.of(), Set.of(), null, Map.of(), new CasService.Logout(channel, null), CasService.Proxying.NONE,
				null);
	}

	private static ServiceUrl url(String name) {
		return ServiceUrl.of("http://localhost:1/" + name).orElseThrow();
	}

	@Override
	protected SignOnProtocol signOnProtocol() {
		return new CasSignOnProtocol(tickets);
	}

	@Override
	protected LogoutProtocol logoutProtocol() {
		return new CasLogoutProtocol(SERVICES, tickets, http, Duration.ofSeconds(5), clock);
	}

	@Override
	protected ServiceRegistry registry() {
		return SERVICES;
	}

	@Override
	protected Set<Endpoint> endpoints() {
		return Set.of(new Endpoint("/cas/login", Endpoint.Kind.SIGN_ON, false));
	}

	@Override
	protected List<String> services() {
		return List.of("app", "wiki");
	}

	@Override
	protected SignOnRequest request(String service) {
		return new CasRequest(CasRequest.Method.GET, true).signOn(SERVICES.find(service).orElseThrow(), url(service),
				true, false, null, NOW);
	}

	/**
	 * A service requests logout only through the browser, for the session of that
	 * browser.
	 */
	@Override
	protected Optional<RequestedLogout> requested(String service, Handle handle, Set<String> names) {
		return Optional.empty();
	}

	@Override
	protected String inAuditLog(Handle handle) {
		return CasTickets.shown(handle.value());
	}

	@Override
	protected boolean handlesAreNewEachTime() {
		return true;
	}

}
