package org.campanile.logout;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Sealer;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.cbor.CBORMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests the stored form of a logout, which versions that supported only SAML read and
 * write: nodes of such a version must be able to continue a logout.
 */
class LogoutSealingTests {

	private static final Map<String, Object> SERVICE = Map.of("e", "https://sp", "n", "id", "f", "urn:persistent", "q",
			"https://idp", "p", "https://sp", "x", List.of("_1"), "s", "NO_ANSWER");

	private static final Map<String, Object> REPLY = Map.of("e", "https://one", "i", "_2", "b", "urn:redirect", "r",
			"state");

	private static final ServiceLogout LOGOUT = new ServiceLogout(
			new ServiceSession(ProtocolId.UNNAMED, "https://sp",
					new Handle("id", "urn:persistent", Map.of("q", "https://idp", "p", "https://sp")), List.of("_1")),
			ServiceLogoutState.NO_ANSWER);

	private final Sealer sealer = SessionFixtures.sealer(1);

	private final LogoutSealing sealing = new LogoutSealing(sealer);

	private final CBORMapper mapper = CBORMapper.builder().build();

	@Test
	void whenAnEarlierVersionKeptALogoutThenItIsRead() {
		Map<String, @Nullable Object> progress = new LinkedHashMap<>(
				Map.of("r", REPLY, "s", List.of(SERVICE), "f", true, "e", 2));
		LogoutSealing.Progress read = sealing
			.open("logout x", sealer.seal("logout", "Progress logout x", mapper.writeValueAsBytes(progress)),
					LogoutSealing.Progress.class)
			.orElseThrow();
		assertThat(read.f()).isTrue();
		assertThat(read.e()).isEqualTo(2);
		assertThat(read.s().getFirst().session()).isEqualTo(LOGOUT.session());
		assertThat(read.s().getFirst().s()).isEqualTo("NO_ANSWER");
		LogoutSealing.Reply reply = Objects.requireNonNull(read.r());
		assertThat(reply.e()).isEqualTo("https://one");
		assertThat(reply.protocolId()).isEqualTo(ProtocolId.UNNAMED);
		assertThat(reply.texts()).isEqualTo(Map.of("i", "_2", "b", "urn:redirect", "r", "state"));
	}

	@Test
	void whenAnEarlierVersionKeptARequestThenItsResponseIsKnown() throws Exception {
		InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-20T08:00:00Z"));
		OneTimeStore store = new HeapOneTimeStore(clock, new ConcurrentHashMap<>());
		store.put("logout-question", "_2 https://sp",
				sealing.seal("_2 https://sp", new LogoutSealing.Question("x", 1, "PAGE")),
				clock.instant().plusSeconds(60));
		assertThat(new OpenLogoutRequests(store, sealer, clock).take(ProtocolId.UNNAMED, "_2", "https://sp"))
			.isPresent();
	}

	/** An open request and a replay key must not be mistaken for each other. */
	@Test
	void whenARequestIsOpenThenItIsNoReplayKey() throws Exception {
		InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-20T08:00:00Z"));
		OneTimeStore store = new HeapOneTimeStore(clock, new ConcurrentHashMap<>());
		Instant later = clock.instant().plusSeconds(60);
		assertThat(store.claim("logout-request", "_2 https://sp", later)).isTrue();
		assertThat(new OpenLogoutRequests(store, sealer, clock).take(ProtocolId.UNNAMED, "_2", "https://sp")).isEmpty();
		assertThat(store.claim("logout-request", "_2 https://sp", later)).as("a replay").isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "e", "n", "f", "x", "s", "protocol" })
	void whenAQualifierHasAKeyOfTheFormThenItIsRefused(String key) {
		ServiceLogout logout = new ServiceLogout(new ServiceSession(new ProtocolId("other"), "https://sp",
				new Handle("id", "ticket", Map.of(key, "value")), List.of("_1")), ServiceLogoutState.NO_ANSWER);
		assertThatIllegalArgumentException().isThrownBy(() -> LogoutSealing.Service.of(logout));
	}

	@Test
	void whenAnEarlierVersionReadsALogoutThenItIsAsItWroteIt() {
		RequestedLogout requested = new RequestedLogout(ProtocolId.UNNAMED, "https://one", "id", handle -> true,
				java.util.Set.of(), Map.of("i", "_2", "b", "urn:redirect", "r", "state"), Map.of());
		LogoutSealing.Progress progress = new LogoutSealing.Progress(LogoutSealing.Reply.to(requested),
				List.of(LogoutSealing.Service.of(LOGOUT)), true, 2);
		byte[] plain = sealer.open("logout", "Progress logout x", sealing.seal("logout x", progress)).orElseThrow();
		assertThat(mapper.readValue(plain, Object.class))
			.isEqualTo(Map.of("r", REPLY, "s", List.of(SERVICE), "f", true, "e", 2));
		byte[] ticket = sealer
			.openToken("logout", "Ticket ",
					sealing.sealToken(new LogoutSealing.Ticket("x", 1, LogoutSealing.Service.of(LOGOUT), 3)))
			.orElseThrow();
		assertThat(mapper.readValue(ticket, Object.class)).isEqualTo(Map.of("l", "x", "i", 1, "s", SERVICE, "t", 3));
	}

	/** Those versions need every key, and a name of a session. */
	@Test
	void whenAServiceIsNotNotifiedThroughTheBrowserThenItsSessionIsNotKeptAndStillRead() {
		LogoutSealing.Progress progress = new LogoutSealing.Progress(null,
				List.of(LogoutSealing.Service.withoutSession(LOGOUT)), false, 1);
		byte[] sealed = sealing.seal("logout x", progress);
		byte[] plain = sealer.open("logout", "Progress logout x", sealed).orElseThrow();
		assertThat(mapper.readValue(plain, Object.class)).isEqualTo(
				Map.of("s", List.of(Map.of("e", "https://sp", "n", "", "f", "", "x", List.of(""), "s", "NO_ANSWER")),
						"f", false, "e", 1));
		LogoutSealing.Progress read = sealing.open("logout x", sealed, LogoutSealing.Progress.class).orElseThrow();
		assertThat(read.s().getFirst().session())
			.isEqualTo(new ServiceSession(ProtocolId.UNNAMED, "https://sp", new Handle("", ""), List.of("")));
	}

	@Test
	void whenTheProtocolIsAnotherThenItsNameIsKept() {
		ServiceSession session = new ServiceSession(new ProtocolId("fake"), "https://sp", new Handle("t", "ticket"),
				List.of("1"));
		byte[] sealed = sealing.seal("", new LogoutSealing.Ticket("x", 0,
				LogoutSealing.Service.of(new ServiceLogout(session, ServiceLogoutState.NO_ANSWER)), 3));
		assertThat(sealing.open("", sealed, LogoutSealing.Ticket.class).orElseThrow().s().session()).isEqualTo(session);
	}

}
