package org.campanile.logout;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.SsoSession;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.campanile.logout.SingleLogoutFixture.PROTOCOL;
import static org.campanile.logout.SingleLogoutFixture.at;
import static org.campanile.logout.SingleLogoutFixture.handle;
import static org.campanile.testkit.session.SessionFixtures.findByToken;

class FaultyLogoutProtocolTests {

	@AutoClose
	private final SingleLogoutFixture fixture = new SingleLogoutFixture();

	private final LogoutProtocol faulty = new Faulty();

	@Test
	void whenAProtocolFailsThenTheServicesOfTheOthersAreLoggedOutAllTheSame() throws Exception {
		fixture.services.direct.put("back", session -> ServiceLogoutState.ENDED);
		fixture.services.front.add("front");
		try (SingleLogout both = new SingleLogout(fixture.sessions, List.of(faulty, fixture.services),
				SingleLogoutFixture.SETTINGS)) {
			LogoutOutcome outcome = both.end(fixture.signOn("ada", List.of(at(faulty.id(), "ada", "broken"),
					at(PROTOCOL, "ada", "back"), at(PROTOCOL, "ada", "front"))));
			assertThat(outcome.ended()).hasSize(1);
			assertThat(outcome.services()).extracting(ServiceLogout::service, ServiceLogout::state)
				.containsExactly(tuple("broken", ServiceLogoutState.CANNOT_BE_ASKED),
						tuple("back", ServiceLogoutState.ENDED),
						tuple("front", ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL));
			FrontChannelLogout browser = new FrontChannelLogout(
					new HeapOneTimeStore(fixture.clock, new ConcurrentHashMap<>()), SessionFixtures.sealer(1),
					List.of(faulty, fixture.services),
					new OpenLogoutRequests(new HeapOneTimeStore(fixture.clock, new ConcurrentHashMap<>()),
							SessionFixtures.sealer(1), fixture.clock),
					fixture.clock, new SecureRandom());
			assertThat(browser.channel(outcome.services().getFirst().session())).isEmpty();
			RequestedLogout initiator = new RequestedLogout(faulty.id(), "broken", "ada", any -> true, Set.of(),
					Map.of(), Map.of());
			assertThat(browser.finishNow(outcome, initiator).answer()).isEmpty();
		}
	}

	/** The service must not take a session that continues for an unknown one. */
	@Test
	void whenAProtocolCannotNameASessionThenTheLogoutThatNamesOneHasFailed() throws Exception {
		try (SingleLogout logout = new SingleLogout(fixture.sessions, List.of(faulty), SingleLogoutFixture.SETTINGS)) {
			String token = fixture.signOn("ada", List.of(at(faulty.id(), "ada", "broken")));
			LogoutOutcome outcome = logout.end(new RequestedLogout(faulty.id(), "broken",
					handle("ada", "broken").value(), any -> true, Set.of("1"), Map.of(), Map.of()), true);
			assertThat(outcome.ended()).isEmpty();
			assertThat(outcome.storeFailed()).isTrue();
			assertThat(LogoutStatus.of(outcome)).isNotEqualTo(LogoutStatus.SUCCESS);
			assertThat(findByToken(fixture.sessions, token)).isPresent();
		}
	}

	/** A protocol whose every logout step throws. */
	private static final class Faulty implements LogoutProtocol {

		@Override
		public ProtocolId id() {
			return new ProtocolId("faulty");
		}

		@Override
		public String sessionName(SsoSession session, String service, Handle handle) {
			throw new IllegalStateException("a fault of its own");
		}

		@Override
		public Reach reach(ServiceSession session) {
			throw new IllegalStateException("a fault of its own");
		}

		@Override
		public ServiceLogoutState ask(ServiceSession session) {
			throw new IllegalStateException("a fault of its own");
		}

		@Override
		public Optional<BrowserRequest> askByBrowser(ServiceSession session) {
			throw new IllegalStateException("a fault of its own");
		}

		@Override
		public Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status) {
			throw new IllegalStateException("a fault of its own");
		}

	}

}
