package org.campanile.web.lifecycle;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.bucket4j.TimeMeter;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.Ports;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.testkit.TestIdp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class DrainTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final AtomicLong nanos = new AtomicLong();

	@Test
	void whenTheServerStopsThenReadinessIsOffFirstAndAllIsServedUntilTheDrainEnds() throws Exception {
		BlockingQueue<Boolean> draining = new LinkedBlockingQueue<>();
		Path home = TestIdp.newHome();
		ForeignService service = ForeignService.at("sp.example.org", InstantSource.system()).registered(home);
		TestIdp idp = TestIdp.start(home,
				context -> context.addApplicationListener((ApplicationListener<AvailabilityChangeEvent<?>>) event -> {
					if (event.getState() == ReadinessState.REFUSING_TRAFFIC) {
						draining.add(context.getBean(Drain.class).isRunning());
					}
				}), "campanile.http.drain=60s");
		Drain drain = idp.bean(Drain.class);
		String baseUrl = idp.baseUrl();
		String readiness = idp.managementUrl() + "/health/readiness";
		assertThat(drain.isRunning()).isTrue();
		assertThat(new Browser().get(readiness).status()).isEqualTo(200);
		Page before = new Browser().get(baseUrl + "/metadata");
		assertThat(before.header("connection")).isNotEqualTo("close");

		Thread closing = Thread.ofPlatform().start(idp::close);
		Polling.until(() -> new Browser().get(readiness).status() == 503);
		assertThat(draining.poll(30, TimeUnit.SECONDS)).as("readiness goes before the drain ends").isTrue();
		Polling.until(() -> new Browser().get(baseUrl + "/metadata").header("connection").equals("close"));
		assertThat(drain.isLeaving()).isFalse();
		Browser person = new Browser();
		Page arrived = person.login(baseUrl + "/profile/SAML2/Unsolicited/SSO?providerId=" + service.entityId(),
				"alice", "alice-demo");
		assertThat(arrived.formWith("SAMLResponse")).as("stores and directory work as ever").isPresent();
		assertThat(arrived.header("connection")).isEqualTo("close");
		assertThat(closing.isAlive()).isTrue();

		drain.hurry();
		closing.join();
		assertThat(drain.isRunning()).isFalse();
		assertThat(Ports.isFree(URI.create(baseUrl).getPort())).isTrue();
	}

	/** Caddy and Traefik do not send the header, and would pass a 502 on to the user. */
	@ParameterizedTest
	@CsvSource({ "GET,502,502", "HEAD,502,502", "POST,502,200", "GET,,200", "HEAD,,200", "GET,no,200" })
	void whenTheLastMomentHasComeThenOnlyWhatTheProxyRepeatsIsSentElsewhere(String method, @Nullable String header,
			int status) throws Exception {
		Drain drain = drain(Duration.ofMillis(1));
		FailoverFilter filter = new FailoverFilter(drain, new Endpoints(List.of()), () -> false,
				TimeMeter.SYSTEM_NANOTIME);
		drain.start();
		assertThat(filtered(filter, method, header)).isEqualTo(200);
		drain.stop();
		assertThat(drain.isLeaving()).isTrue();
		assertThat(filtered(filter, method, header)).isEqualTo(status);
	}

	@Test
	void whenNothingIsToBeWaitedForThenItIsNeitherLeavingNorWaiting() {
		Drain drain = drain(Duration.ZERO);
		drain.start();
		drain.stop();
		assertThat(drain.isRunning()).isFalse();
		assertThat(drain.isLeaving()).isFalse();
	}

	@Test
	void whenHurriedBeforeThenItDoesNotWaitAtAll() {
		Drain drain = drain(LONG);
		drain.start();
		drain.hurry();
		drain.stop();
		assertThat(drain.isRunning()).isFalse();
		assertThat(drain.isLeaving()).isFalse();
	}

	@Test
	void whenStoppedAgainOrNeverStartedThenItDoesNotWait() throws Exception {
		drain(LONG).stop();
		Drain drain = drain(LONG);
		drain.start();
		Thread stopping = Thread.ofPlatform().start(drain::stop);
		Polling.until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
		assertThat(drain.isRunning()).isTrue();
		drain.hurry();
		stopping.join();
		drain.stop();
		assertThat(drain.isRunning()).isFalse();
	}

	@Test
	void whenInterruptedThenItEnds() throws Exception {
		Drain drain = drain(LONG);
		drain.start();
		Thread stopping = Thread.ofPlatform().start(drain::stop);
		Polling.until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
		stopping.interrupt();
		stopping.join();
		assertThat(drain.isRunning()).isFalse();
	}

	@Test
	void whenRequestsStillComeInTheLastMomentThenItWaitsForQuiet() throws Exception {
		Drain drain = drain(Duration.ofMillis(4));
		drain.start();
		drain.active();
		Thread stopping = Thread.ofPlatform().start(drain::stop);
		Polling.until(drain::isLeaving);
		// Longer than the planned drain, which would have ended by now without requests.
		assertThat(stopping.join(Duration.ofMillis(100))).isFalse();
		nanos.addAndGet(Drain.QUIET.toNanos() - 1);
		drain.active();
		nanos.addAndGet(Drain.QUIET.toNanos() - 1);
		assertThat(stopping.join(Duration.ofMillis(100))).as("another has come").isFalse();
		nanos.incrementAndGet();
		stopping.join();
		assertThat(drain.isRunning()).isFalse();
	}

	@Test
	void whenRequestsDoNotCeaseThenItEndsAllTheSame() throws Exception {
		Drain drain = drain(Duration.ofMillis(4));
		drain.start();
		drain.active();
		Thread stopping = Thread.ofPlatform().start(drain::stop);
		while (stopping.isAlive()) {
			nanos.addAndGet(Drain.QUIET.toNanos() / 3);
			drain.active();
			stopping.join(Duration.ofMillis(1));
		}
		assertThat(nanos.get()).isGreaterThanOrEqualTo(Drain.MOST.toNanos());
		assertThat(drain.isRunning()).isFalse();
	}

	private static int filtered(FailoverFilter filter, String method, @Nullable String header) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/idp/login");
		if (header != null) {
			request.addHeader(FailoverFilter.HEADER, header);
		}
		MockHttpServletResponse response = new MockHttpServletResponse();
		filter.doFilter(request, response, new MockFilterChain());
		return response.getStatus();
	}

	private Drain drain(Duration duration) {
		return new Drain(duration, new ServletWebServerApplicationContext(), new TimeMeter() {

			@Override
			public long currentTimeNanos() {
				return nanos.get();
			}

			@Override
			public boolean isWallClockBased() {
				return false;
			}

		});
	}

}
