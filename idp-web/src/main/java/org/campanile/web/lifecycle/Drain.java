package org.campanile.web.lifecycle;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * What a node does between the signal to stop and its end. Readiness is off by then,
 * which proxies that ask for it act upon. Those that learn only from answers need two
 * things more, and this gives them:
 * <ol>
 * <li>Every answer closes its connection, while requests are served as ever. A proxy
 * whose idle connections live shorter than this holds none when the server closes; else
 * it might send a POST, which it must not send again, on one that is just being
 * closed.</li>
 * <li>In the final phase, GET is answered 502 ({@link FailoverFilter}): the proxy uses
 * another node and sends nothing here for a while, so that no connection waits to be
 * accepted when the listening socket closes. A successful POST makes it retry: the phase
 * lasts until no more requests arrive.</li>
 * </ol>
 * After it come Spring Boot's graceful shutdown, which lets requests under way finish,
 * and the stores' end. Thread-safe.
 */
public final class Drain implements SmartLifecycle {

	private static final Logger log = LoggerFactory.getLogger("org.campanile.web");

	/** Long enough for a proxy to receive two 502 responses under any load. */
	private static final Duration LAST_MOMENT = Duration.ofMillis(1500);

	/** After this long without requests the proxy no longer uses the node. */
	private static final Duration QUIET = Duration.ofMillis(300);

	/** How much longer than planned to wait for quiet. */
	private static final Duration MOST = Duration.ofSeconds(4);

	private final Duration duration;

	private final WebServerApplicationContext context;

	private final CountDownLatch hurried = new CountDownLatch(1);

	private volatile boolean running;

	private volatile boolean leaving;

	private volatile long lastActivity;

	/**
	 * @param duration how long in all; zero to close at once
	 */
	Drain(Duration duration, WebServerApplicationContext context) {
		this.duration = duration;
		this.context = context;
	}

	/** Ends the wait, as no more requests arrive. */
	public void hurry() {
		hurried.countDown();
	}

	/** Whether the last moment has come. */
	boolean isLeaving() {
		return leaving;
	}

	@Override
	public void start() {
		running = true;
	}

	/** Blocks for the time of draining; once. */
	@Override
	public void stop() {
		if (running && !duration.isZero() && hurried.getCount() > 0) {
			log.info("Stopping: not ready any more; requests are served for another {} ms", duration.toMillis());
			closeConnectionsAfterAnswers();
			Duration last = duration.dividedBy(4).compareTo(LAST_MOMENT) < 0 ? duration.dividedBy(4) : LAST_MOMENT;
			waitFor(duration.minus(last));
			leaving = true;
			waitFor(last);
			awaitQuiet();
		}
		running = false;
	}

	/** A request has come, or has been answered. */
	void active() {
		lastActivity = System.nanoTime();
	}

	private void awaitQuiet() {
		long end = System.nanoTime() + MOST.toNanos();
		while (System.nanoTime() < end && System.nanoTime() - lastActivity < QUIET.toNanos()
				&& hurried.getCount() > 0) {
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
				log.debug("Nobody asks any more");
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

	/** Stopped first of all, while everything else still works. */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE;
	}

}
