package org.campanile.directory.password;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;

import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.throttle.Throttles;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryFixtures;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.authn.AuthenticationMethodContract;
import org.campanile.testkit.directory.ObservedDirectory;

class PasswordMethodTests extends AuthenticationMethodContract {

	private final ObservedDirectory server = new ObservedDirectory();

	private final Directory directory = DirectoryFixtures.open(DirectoryFixtures.settings(server.address()));

	@AfterEach
	void close() {
		directory.close();
		server.close();
	}

	@Override
	protected AuthenticationMethod method() {
		MutableClock clock = new MutableClock(InstantSource.system().instant());
		return new DirectoryPasswordAuthenticator(directory,
				new PasswordSettings(new LoginMethod.BindSearch(), false, 256, 1024, Duration.ZERO),
				Throttles.defaults(clock), clock, new SimpleMeterRegistry());
	}

	@Override
	protected Map<String, String> right(Map<String, String> challenge) {
		return Map.of(DirectoryPasswordAuthenticator.PASSWORD, USER + "-demo");
	}

	@Override
	protected void stop() {
		server.close();
	}

}
