package org.campanile.directory.password;

import java.time.Duration;
import java.time.Instant;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.Verdict.Proven;
import org.campanile.authn.Verdict.Rejected;
import org.campanile.authn.throttle.Throttles;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryFixtures;
import org.campanile.directory.EntryCache;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.directory.ObservedDirectory;

import static org.assertj.core.api.Assertions.assertThat;

class CachedEntryTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T08:00:00Z"));

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final ObservedDirectory server = new ObservedDirectory();

	private final Directory directory = DirectoryFixtures.open(DirectoryFixtures.settings(server.address()));

	private final DirectoryPasswordAuthenticator authenticator = new DirectoryPasswordAuthenticator(directory,
			new PasswordSettings(new LoginMethod.BindSearch(EntryCache.of(10, Duration.ofMinutes(5), clock, registry)),
					false, 256, 1024, Duration.ZERO),
			Throttles.defaults(clock), clock, registry);

	@AfterEach
	void stop() {
		directory.close();
		server.close();
	}

	@Test
	void whenSomebodySignsInAgainThenOneBindAndNoSearch() throws Exception {
		assertThat(login("alice", "alice-demo")).isInstanceOf(Proven.class);
		assertThat(login("alice", "alice-demo")).isInstanceOf(Proven.class);
		assertThat(server.searches()).isEqualTo(1);
		assertThat(server.binds()).isEqualTo(2);
		assertThat(registry.get("cache.gets").tag("cache", "entries").tag("result", "hit").functionCounter().count())
			.isEqualTo(1);
	}

	@Test
	void whenTimeIsUpThenSearchedAgainThoughSignedInMeanwhile() throws Exception {
		login("alice", "alice-demo");
		clock.advance(Duration.ofMinutes(4));
		login("alice", "alice-demo");
		clock.advance(Duration.ofMinutes(2));
		login("alice", "alice-demo");
		assertThat(server.searches()).isEqualTo(2);
	}

	@Test
	void whenThePasswordIsWrongThenRefusedThoughTheEntryIsKnown() throws Exception {
		login("alice", "alice-demo");
		assertThat(login("alice", "wrong")).isInstanceOf(Rejected.class);
		assertThat(login("alice", "alice-demo")).isInstanceOf(Proven.class);
	}

	@Test
	void whenAWrongPasswordCameFirstThenNothingIsRemembered() throws Exception {
		login("alice", "wrong");
		login("alice", "alice-demo");
		assertThat(server.searches()).isEqualTo(2);
	}

	private Verdict login(String username, String password) throws Exception {
		return authenticator.authenticate(username, password, new LoginOrigin("192.0.2.1"));
	}

}
