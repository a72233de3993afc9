package org.campanile.logout;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Handle;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests logouts of so many services that one value of the store does not hold them. */
class LogoutSizeTests {

	private final InstantSource clock = InstantSource.fixed(SingleLogoutFixture.NOW);

	private final OneTimeStore store = new HeapOneTimeStore(clock, new ConcurrentHashMap<>());

	private final FrontChannelLogout front = new FrontChannelLogout(store, SessionFixtures.sealer(1), List.of(),
			new OpenLogoutRequests(store, SessionFixtures.sealer(1), clock), clock, new SecureRandom());

	@Test
	void whenNotAllFitThenAsManyAreAskedAsFitAndTheOthersHaveNotAnswered() throws Exception {
		LogoutOutcome outcome = front
			.limitedToStore(outcome(services(200, ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL)));
		LogoutProgress progress = front.start(outcome, null);
		assertThat(progress.toAsk()).hasSizeBetween(100, 199);
		List<ServiceLogout> stored = front.find(progress.id()).orElseThrow().services();
		assertThat(stored).extracting(ServiceLogout::state)
			.containsExactlyElementsOf(outcome.services().stream().map(ServiceLogout::state).toList());
		assertThat(stored).filteredOn(service -> service.ticket() == null)
			.extracting(ServiceLogout::state)
			.containsOnly(ServiceLogoutState.NO_ANSWER);
	}

	@Test
	void whenServicesWereNotifiedDirectlyThenTheyTakeNoRoomFromTheOthers() throws Exception {
		List<ServiceLogout> services = new ArrayList<>(services(200, ServiceLogoutState.ENDED));
		services.addAll(services(100, ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL));
		LogoutOutcome outcome = front.limitedToStore(outcome(services));
		assertThat(outcome.services()).isEqualTo(services);
		assertThat(front.start(outcome, null).toAsk()).hasSize(100);
	}

	@Test
	void whenNotEvenTheNamesFitThenItCannotBeStored() {
		LogoutOutcome outcome = front.limitedToStore(outcome(services(10_000, ServiceLogoutState.ENDED)));
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> front.start(outcome, null));
	}

	private static LogoutOutcome outcome(List<ServiceLogout> services) {
		return new LogoutOutcome(List.of(), services, false);
	}

	private static List<ServiceLogout> services(int count, ServiceLogoutState state) {
		Handle handle = new Handle("value", "ticket", Map.of("u", "x".repeat(1500)));
		return IntStream.range(0, count)
			.mapToObj(i -> new ServiceSession(SingleLogoutFixture.PROTOCOL, "service-" + i, handle, List.of("name")))
			.map(session -> new ServiceLogout(session, state))
			.toList();
	}

}
