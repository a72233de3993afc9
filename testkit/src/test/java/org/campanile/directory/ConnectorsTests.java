package org.campanile.directory;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import com.unboundid.ldap.sdk.BindRequest;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.NameResolver;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.ServerSet;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.directory.ObservedDirectory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Mostly nothing listens on the loopback addresses other than the first. */
class ConnectorsTests {

	private static final String HOST = "ad.example.edu";

	@AutoClose
	private final ObservedDirectory server = new ObservedDirectory();

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T08:00:00Z"));

	@Test
	void whenAnAddressOfAHostDoesNotAnswerThenTheNextIsUsed() throws Exception {
		ServerSet host = host(Optional.empty(), "127.0.0.2", "127.0.0.1");
		try (LDAPConnection connection = host.getConnection()) {
			assertThat(connection.getConnectedIPAddress()).isEqualTo("127.0.0.1");
			assertThat(connection.getConnectedAddress()).as("the name in the certificate").isEqualTo(HOST);
		}
	}

	@Test
	void whenAConnectionIsClosedThenNobodyWaitsForTheServer() throws Exception {
		try (LDAPConnection connection = host(Optional.empty(), "127.0.0.1").getConnection()) {
			assertThat(connection.getConnectionOptions().useLinger()).isFalse();
		}
	}

	@Test
	void whenAddressesDidNotAnswerThenTheOthersAreTriedBeforeThem() throws Exception {
		ServerSet host = host(Optional.empty(), "127.0.0.2", "127.0.0.3", "127.0.0.1");
		assertThatExceptionOfType(LDAPException.class).isThrownBy(() -> host.getConnection());
		try (LDAPConnection connection = host.getConnection()) {
			assertThat(connection.getConnectedIPAddress()).isEqualTo("127.0.0.1");
		}
	}

	@Test
	void whenAMinuteHasPassedThenAddressesThatFailedAreInTheirPlacesAgain() throws Exception {
		ServerSet host = host(Optional.empty(), "127.0.0.2", "127.0.0.3", "127.0.0.1");
		assertThatExceptionOfType(LDAPException.class).isThrownBy(() -> host.getConnection());
		clock.advance(Duration.ofSeconds(59));
		host.getConnection().close();
		clock.advance(Duration.ofSeconds(1));
		assertThatExceptionOfType(LDAPException.class).as("the first two are tried again")
			.isThrownBy(() -> host.getConnection());
	}

	@Test
	void whenAnotherPortOfAnAddressDoesNotAnswerThenTheAddressIsNotAvoided() throws Exception {
		Connectors connectors = connectors("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4");
		ServerSet closed = connectors.to(new ServerAddress(HOST, 1), Optional.empty());
		assertThatExceptionOfType(LDAPException.class).isThrownBy(() -> closed.getConnection());
		try (LDAPConnection connection = host(connectors, Optional.empty()).getConnection()) {
			assertThat(connection.getConnectedIPAddress()).isEqualTo("127.0.0.1");
		}
	}

	/** Each try could count towards a lockout of the account. */
	@Test
	void whenThePasswordIsWrongThenItIsNotSentToTheNextAddress() {
		BindRequest wrong = new SimpleBindRequest("uid=alice,ou=people,dc=example,dc=edu", "wrong");
		ServerSet host = host(Optional.of(wrong), "127.0.0.1", "127.0.0.1");
		assertThatExceptionOfType(LDAPException.class).isThrownBy(() -> host.getConnection())
			.satisfies(ex -> assertThat(ex.getResultCode()).isEqualTo(ResultCode.INVALID_CREDENTIALS));
		assertThat(server.binds()).isEqualTo(1);
	}

	/** Connections are accepted before a program reads from them. */
	@Test
	void whenAServerAcceptsAndDoesNotAnswerThenTheNextConnectionIsToAnotherAddress() throws Exception {
		ServerAddress address = new ServerAddress(HOST, server.address().port());
		DirectorySettings settings = DirectoryFixtures.with(DirectoryFixtures.settings(address),
				DirectoryFixtures.briefly());
		Connectors connectors = new Connectors(DirectoryFixtures.PLAIN, settings.limits(), clock,
				new Addresses("127.0.0.2", "127.0.0.1"));
		try (ServerSocket silent = new ServerSocket(address.port(), 50, InetAddress.getByName("127.0.0.2"));
				GuardedPool pool = new GuardedPool("bind", 1, settings, connectors,
						List.of(new Replica(address, clock)), Optional.empty())) {
			assertThat(pool.<String>call(Deadline.in(Duration.ofMinutes(1)), connection -> {
				connection.getRootDSE();
				return String.valueOf(connection.getConnectedIPAddress());
			})).as("the second and last attempt").isEqualTo("127.0.0.1");
		}
	}

	private ServerSet host(Optional<BindRequest> bind, String... addresses) {
		return host(connectors(addresses), bind);
	}

	private ServerSet host(Connectors connectors, Optional<BindRequest> bind) {
		return connectors.to(new ServerAddress(HOST, server.address().port()), bind);
	}

	private Connectors connectors(String... addresses) {
		return new Connectors(DirectoryFixtures.PLAIN, Limits.DEFAULTS, clock, new Addresses(addresses));
	}

	/** The addresses of every name. */
	private static final class Addresses extends NameResolver {

		private final String[] addresses;

		Addresses(String... addresses) {
			this.addresses = addresses;
		}

		@Override
		public InetAddress getByName(@Nullable String host) throws UnknownHostException {
			return getAllByName(host)[0];
		}

		@Override
		public InetAddress[] getAllByName(@Nullable String host) throws UnknownHostException {
			InetAddress[] all = new InetAddress[addresses.length];
			for (int i = 0; i < all.length; i++) {
				all[i] = InetAddress.getByName(addresses[i]);
			}
			return all;
		}

		@Override
		public void toString(StringBuilder buffer) {
			buffer.append(Arrays.toString(addresses));
		}

	}

}
