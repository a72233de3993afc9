package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;

/**
 * One person who signs in about twice a second, and so notices when a server is not well.
 * Thread-safe.
 */
final class Canary implements AutoCloseable {

	private static final Duration PAUSE = Duration.ofMillis(500);

	/** So many good logins in a row are not luck. */
	private static final int IN_A_ROW = 4;

	/** The first tries load classes and connect. */
	private static final int COLD = 3;

	/** What a login may take longer than the worst before, and still be normal. */
	private static final double TOLERANCE = 1.5;

	private final ScheduledExecutorService executor = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("canary").factory());

	private final List<Sign> signs = new CopyOnWriteArrayList<>();

	/**
	 * One try.
	 *
	 * @param began when
	 * @param took how long
	 * @param good whether it led to an assertion
	 */
	record Sign(Instant began, Duration took, boolean good) {
	}

	private final PlainLogin login;

	Canary(Target target, Population people) {
		login = new PlainLogin(target);
		executor.scheduleWithFixedDelay(() -> signs.add(tried(login, people, signs.size())), 0, PAUSE.toMillis(),
				TimeUnit.MILLISECONDS);
	}

	static Sign tried(PlainLogin login, Population people, int number) {
		Instant began = Instant.now();
		boolean good;
		try {
			int person = number % people.size();
			login.signIn(people.username(person), people.password(person));
			good = true;
		}
		catch (IOException | RuntimeException ex) {
			// Thrown on, it would end all tries to come, and nobody would notice.
			good = false;
		}
		return new Sign(began, Duration.between(began, Instant.now()), good);
	}

	/** The longest good login since then; zero if there was none. */
	Duration worst(Instant since) {
		return worst(List.copyOf(signs), since);
	}

	static Duration worst(List<Sign> signs, Instant since) {
		return signs.stream()
			.skip(COLD)
			.filter(sign -> !sign.began().isBefore(since))
			.filter(Sign::good)
			.map(Sign::took)
			.max(Duration::compareTo)
			.orElse(Duration.ZERO);
	}

	/** Seconds from then until logins were normal again; empty if they were not. */
	OptionalDouble wellAgain(Instant since, Duration normal) {
		return wellAgain(List.copyOf(signs), since, normal);
	}

	static OptionalDouble wellAgain(List<Sign> signs, Instant since, Duration normal) {
		long limit = Math.round(normal.toMillis() * TOLERANCE);
		int row = 0;
		for (int i = 0; i < signs.size(); i++) {
			Sign sign = signs.get(i);
			if (sign.began().isBefore(since) || !sign.good() || sign.took().toMillis() > limit) {
				row = 0;
			}
			else if (++row == IN_A_ROW) {
				return OptionalDouble.of(Duration.between(since, signs.get(i - row + 1).began()).toMillis() / 1_000.0);
			}
		}
		return OptionalDouble.empty();
	}

	@Override
	public void close() throws IOException {
		executor.shutdownNow();
		login.close();
	}

}
