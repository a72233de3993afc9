package org.campanile.directory;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.TestAuthority;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests when the certificates of directory servers are said to expire. */
class ServerCertificatesTests {

	@TempDir
	private static Path folder;

	@AutoClose
	private static EmbeddedDirectory server;

	private static DirectorySettings settings;

	private static Instant expiry;

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger(ServerCertificates.class);

	@BeforeAll
	static void start() throws Exception {
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLoopback(folder);
		server = EmbeddedDirectory.demoOverTls(folder);
		settings = new DirectorySettings(List.of(server.address()), Order.FAILOVER,
				new Transport(Security.LDAPS, Optional.of(authority.certificate()), true),
				Optional.of(DirectoryFixtures.SERVICE), DirectoryFixtures.users("(uid={user})"), Pools.DEFAULTS,
				Limits.DEFAULTS);
		expiry = PresentedCertificate.at(server.address(), Security.LDAPS, Limits.DEFAULTS)
			.orElseThrow()
			.certificate()
			.getNotAfter()
			.toInstant();
	}

	@BeforeEach
	void listen() {
		log.addFilter(new Filter<>() {

			/** Other tests connect over TLS at the same time. */
			@Override
			public FilterReply decide(ILoggingEvent event) {
				return event.getFormattedMessage().contains(server.address().toString()) ? FilterReply.NEUTRAL
						: FilterReply.DENY;
			}

		});
		log.start();
		logger.addAppender(log);
	}

	@AfterEach
	void listenNoMore() {
		logger.detachAppender(log);
	}

	@Test
	void whenTheDirectoryIsReachedOverTlsThenAMetricHasTheTime() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		try (Directory directory = new Directory(settings, Directory.DEFAULT_ATTRIBUTES, InstantSource.system(),
				meters)) {
			assertThat(directory.isHealthy()).isTrue();
			assertThat(expiry(meters, server.address())).isEqualTo(expiry.getEpochSecond());
		}
	}

	@Test
	void whenTheDirectoryIsReachedWithoutTlsThenTheMetricHasNone() throws Exception {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		try (EmbeddedDirectory plain = EmbeddedDirectory.demo(0);
				Directory directory = new Directory(DirectoryFixtures.settings(plain.address()),
						Directory.DEFAULT_ATTRIBUTES, InstantSource.system(), meters)) {
			assertThat(directory.isHealthy()).isTrue();
			assertThat(expiry(meters, plain.address())).isNaN();
		}
	}

	@Test
	void whenTheCertificateExpiresSoonThenThatIsLoggedOnceADay() throws Exception {
		MutableClock clock = new MutableClock(expiry.minus(Duration.ofDays(15)));
		Connectors connectors = new Connectors(settings.transport(), settings.limits(), clock);
		connect(connectors);
		assertThat(log.list).isEmpty();
		clock.advance(Duration.ofDays(1));
		connect(connectors);
		connect(connectors);
		assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage)
			.singleElement()
			.asString()
			.startsWith("Directory server " + server.address() + " has a certificate that expires on " + expiry
					+ " (14 days left)");
		clock.advance(Duration.ofDays(1));
		connect(connectors);
		assertThat(log.list).hasSize(2);
	}

	@Test
	void whenTheServersAreCheckedThenAWarningHasTheKey() {
		DirectoryProbe probe = new DirectoryProbe(settings, List.of(), Optional.empty(), InstantSource.system());
		DirectoryProbe.Result result = probe.run();
		assertThat(result.faults()).isEmpty();
		assertThat(result.warnings()).singleElement()
			.asString()
			.startsWith("campanile.ldap.urls: " + server.address() + " has a certificate that expires on " + expiry);
	}

	@Test
	void whenAddressesOfAHostHaveSeveralCertificatesThenTheFirstToExpireCounts() throws Exception {
		ServerCertificates certificates = new ServerCertificates(true, InstantSource.system());
		ServerAddress host = new ServerAddress("ad.example.edu", 636);
		InetAddress one = InetAddress.getByName("192.0.2.1");
		InetAddress other = InetAddress.getByName("192.0.2.2");
		certificates.note(host, one, expiry.plusSeconds(1));
		certificates.note(host, other, expiry);
		certificates.note(host, one, expiry.plusSeconds(3));
		assertThat(certificates.expiry(host)).contains(expiry);
		certificates.note(host, other, expiry.plusSeconds(2));
		assertThat(certificates.expiry(host)).contains(expiry.plusSeconds(2));
	}

	private static void connect(Connectors connectors) throws Exception {
		connectors.to(server.address(), Optional.empty()).getConnection().close();
	}

	private static double expiry(SimpleMeterRegistry meters, ServerAddress address) {
		return meters.get("campanile.directory.certificate.expiry").tag("server", address.toString()).gauge().value();
	}

}
