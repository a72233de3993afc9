package org.campanile.web.lifecycle;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Logs when the server has become ready, and until then what it is waiting for.
 * Thread-safe.
 */
public class StartProgress {

	private static final Logger logger = LoggerFactory.getLogger("org.campanile.web");

	/** Numbers in a reason may change while the reason stays the same. */
	private static final String COUNT = "[0-9]+";

	private final Supplier<List<String>> obstacles;

	private final Runnable summary;

	private final ReentrantLock looking = new ReentrantLock();

	private final CountDownLatch ready = new CountDownLatch(1);

	private volatile boolean started;

	private String said = "";

	/**
	 * @param obstacles the current reasons why the server is not ready
	 * @param summary run once it is ready
	 */
	StartProgress(Supplier<List<String>> obstacles, Runnable summary) {
		this.obstacles = obstacles;
		this.summary = summary;
	}

	/**
	 * Returns why the server is not ready: the components of the readiness group with
	 * their reasons. The readiness state of the application itself is left out, as it is
	 * known from its event.
	 */
	static List<String> obstacles(HealthEndpoint health) {
		HealthDescriptor group = health.healthForPath("readiness");
		if (group == null || Status.UP.equals(group.getStatus())
				|| !(group instanceof CompositeHealthDescriptor composite)) {
			return List.of();
		}
		return Objects.requireNonNullElse(composite.getComponents(), Map.<String, HealthDescriptor>of())
			.entrySet()
			.stream()
			.filter(component -> !component.getKey().equals("readinessState"))
			.filter(component -> !Status.UP.equals(component.getValue().getStatus()))
			.map(component -> component.getKey() + ": " + reason(component.getValue()))
			.toList();
	}

	private static Object reason(HealthDescriptor component) {
		Object status = component.getStatus();
		return component instanceof IndicatedHealthDescriptor indicated
				? indicated.getDetails().getOrDefault("reason", status) : status;
	}

	@EventListener
	void onChange(AvailabilityChangeEvent<ReadinessState> event) {
		started = event.getState() == ReadinessState.ACCEPTING_TRAFFIC;
		look();
	}

	@Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
	void look() {
		// With a directory that does not respond, one check takes longer than the
		// interval between checks.
		if (!started || ready.getCount() == 0 || !looking.tryLock()) {
			return;
		}
		try {
			String reasons = String.join("; ", obstacles.get());
			if (reasons.isEmpty()) {
				logger.info("Campanile is ready");
				summary.run();
				ready.countDown();
			}
			else if (!reasons.replaceAll(COUNT, "").equals(said)) {
				said = reasons.replaceAll(COUNT, "");
				logger.warn("Campanile has started and is not ready: {}", reasons);
			}
		}
		finally {
			looking.unlock();
		}
	}

	/** Waits until the server has been ready once. */
	public void awaitReady() throws InterruptedException {
		ready.await();
	}

}
