package org.campanile.web.lifecycle;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.bucket4j.TimeMeter;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * The phase between the signal to stop and the shutdown of the server. Readiness is
 * already off, which is enough for proxies that probe it. Proxies that only observe
 * responses need two more things:
 * <ol>
 * <li>Every response closes its connection, while requests are served as usual. A proxy
 * that keeps idle connections for less time than this phase has none left when the server
 * stops. Otherwise it might send a POST, which it must not repeat, on a connection that
 * is just being closed.</li>
 * <li>At the end of the phase, a GET that the proxy repeats on another node is answered
 * with 502 ({@link FailoverFilter}): the proxy uses that node and sends nothing here for
 * a while, so that no connection waits to be accepted when the listening socket closes. A
 * successful POST makes it retry: the phase lasts until no more requests arrive.</li>
 * </ol>
 * Afterwards follow Spring Boot's graceful shutdown, which lets requests in progress
 * finish, and the shutdown of the stores. Thread-safe.
 */
public final class Drain implements SmartLifecycle {

	private static final Logger log = LoggerFactory.getLogger("org.campanile.web");

	/**
	 * The length of the last moment, enough for a proxy to receive two 502 responses
	 * under any load.
	 */
	private static final Duration LAST_MOMENT = Duration.ofMillis(1500);

	/** The time without requests after which the proxy no longer uses the node. */
	static final Duration QUIET = Duration.ofMillis(300);

	/** The longest wait for quiet beyond the planned time. */
	static final Duration MOST = Duration.ofSeconds(4);

	private final Duration duration;

	private final WebServerApplicationContext context;

	private final TimeMeter clock;

	private final CountDownLatch hurried = new CountDownLatch(1);

	private volatile boolean running;

	private volatile boolean leaving;

	private volatile long lastActivity;

	/**
	 * @param duration the total length; zero to stop at once
	 * @param clock for the time without requests
	 */
	Drain(Duration duration, WebServerApplicationContext context, TimeMeter clock) {
		this.duration = duration;
		this.context = context;
		this.clock = clock;
		this.lastActivity = clock.currentTimeNanos() - QUIET.toNanos();
	}

	/** Ends the wait early, because no more requests arrive. */
	public void hurry() {
		hurried.countDown();
	}

	/** Whether a GET that the proxy repeats elsewhere is now answered with 502. */
	public boolean isLeaving() {
		return leaving;
	}

	@Override
	public void start() {
		running = true;
	}

	/** Blocks until draining is complete; later calls return at once. */
	@Override
	public void stop() {
		if (running && !duration.isZero() && hurried.getCount() > 0) {
			log.info("Stopping: readiness is off; requests are served for another {} ms", duration.toMillis());
			closeConnectionsAfterAnswers();
			Duration last = duration.dividedBy(4).compareTo(LAST_MOMENT) < 0 ? duration.dividedBy(4) : LAST_MOMENT;
			waitFor(duration.minus(last));
			leaving = true;
			waitFor(last);
			awaitQuiet();
		}
		running = false;
	}

	/** Records that a request has arrived or has been answered. */
	void active() {
		lastActivity = clock.currentTimeNanos();
	}

	private void awaitQuiet() {
		long begun = clock.currentTimeNanos();
		while (clock.currentTimeNanos() - begun < MOST.toNanos()
				&& clock.currentTimeNanos() - lastActivity < QUIET.toNanos() && hurried.getCount() > 0) {
			waitFor(QUIET.dividedBy(6));
		}
	}

	private void closeConnectionsAfterAnswers() {
		if (context.getWebServer() instanceof TomcatWebServer server) {
			for (Connector connector : server.getTomcat().getService().findConnectors()) {
				if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol) {
					protocol.setMaxKeepAliveRequests(1);
				}
			}
		}
	}

	private void waitFor(Duration time) {
		try {
			if (hurried.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
				log.debug("No more requests arrive");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return running;
	}

	/** Stops first, while everything else still works. */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE;
	}

}
