package org.campanile.fake;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.RequestedLogout;
import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Handle;
import org.campanile.service.ServiceRegistry;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.protocol.LogoutProtocolContract;

class FakeProtocolContractTests extends LogoutProtocolContract {

	@Override
	protected SignOnProtocol signOnProtocol() {
		return new FakeProtocol();
	}

	@Override
	protected LogoutProtocol logoutProtocol() {
		return new FakeProtocol();
	}

	@Override
	protected ServiceRegistry registry() {
		return new FakeProtocol.FakeServices();
	}

	@Override
	protected Set<Endpoint> endpoints() {
		return FakeProtocol.ENDPOINTS;
	}

	@Override
	protected List<String> services() {
		return List.of("https://fake.example.org/app", "https://fake.example.org/browser");
	}

	@Override
	protected SignOnRequest request(String service) {
		return new SignOnRequest(FakeProtocol.ID, service, service, null, new AuthnDemand(false, false, null), NOW,
				null, Map.of("state", "a&b"));
	}

	@Override
	protected Optional<RequestedLogout> requested(String service, Handle handle, Set<String> names) {
		return Optional.of(new RequestedLogout(FakeProtocol.ID, service, handle.value(), handle::equals, names,
				Map.of("back", "/bye"), Map.of()));
	}

}
