package org.campanile.perf.load;

import java.math.BigInteger;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import org.campanile.perf.load.SignOnState.Step;
import org.campanile.perf.load.LoadPlan.Choice;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rendezVous;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;

/** The journeys of virtual users, as Gatling runs them. */
final class Journeys {

	/** How often a user who comes at a rate returns with the same session. */
	private static final int VISITS = 10;

	/** Session attribute: the user's attempts to sign in, which are limited. */
	private static final String ATTEMPTS = "attempts";

	/** Session attribute: the number of the user, from 0. */
	private static final String NUMBER = "number";

	/** Session attribute: whether the user came before the end of the measured time. */
	private static final String IN_TIME = "inTime";

	private static final int MOST_ATTEMPTS = 5;

	/** The standard deviation of the logarithm of a typing pause. */
	private static final double TYPING_SPREAD = 0.5;

	private final LoadPlan plan;

	private final SignOnSteps browser;

	private final UserSelector people;

	private final LoadSchedule schedule;

	private final AtomicInteger users = new AtomicInteger();

	Journeys(LoadPlan plan, SignOnSteps browser, LoadSchedule schedule) {
		this.plan = plan;
		this.browser = browser;
		this.people = new UserSelector(plan.people(), plan.choice());
		this.schedule = schedule;
	}

	/** Returns the journeys of each user of a closed load, until the load ends. */
	ChainBuilder staying(int users) {
		return journeys(users).exec(this::leave);
	}

	private ChainBuilder journeys(int users) {
		return switch (plan.journey()) {
			case LOGIN -> exec(this::enter).exec(scattered())
				.asLongAs(session -> schedule.leadsIn() || schedule.another())
				.on(login());
			case SSO -> exec(signOnOnce()).exec(rendezVous(users))
				.exec(this::begin)
				.asLongAs(session -> schedule.another())
				.on(comeBack());
			case LIFETIME -> exec(this::begin).exec(session -> session.set(NUMBER, this.users.getAndIncrement()))
				.pause(session -> Lifetime.hatching(session.getInt(NUMBER), plan.behavior().timeScale()))
				.asLongAs(session -> !schedule.over())
				.on(life());
		};
	}

	/**
	 * Returns the journey of each user of a load with a rate.
	 * @param ramp the time until the rate is reached
	 */
	ChainBuilder coming(Duration ramp) {
		return exec(session -> session.set(IN_TIME, schedule.arrive(ramp)))
			.exec(doIf(session -> session.getBoolean(IN_TIME)).then(visiting()))
			.exec(this::leave);
	}

	private ChainBuilder visiting() {
		return switch (plan.journey()) {
			case LOGIN -> login();
			case SSO -> exec(signOnOnce()).exec(repeat(VISITS).on(doIf(session -> !schedule.over()).then(comeBack())));
			case LIFETIME -> throw new IllegalArgumentException("users with a lifetime do not come at a rate");
		};
	}

	private Session begin(Session session) {
		schedule.begin();
		return enter(session);
	}

	private Session enter(Session session) {
		schedule.enter();
		return session;
	}

	/** Delays typing users at random, as they would otherwise stay in step. */
	private ChainBuilder scattered() {
		long median = plan.behavior().typing().toMillis();
		return plan.leadIn().isZero() ? exec(session -> session)
				: pause(session -> Duration.ofMillis(ThreadLocalRandom.current().nextLong(median)));
	}

	private Session leave(Session session) {
		schedule.leave();
		return session;
	}

	private Session anybody(Session session) {
		return VirtualUser.of(people.next()).keptIn(session);
	}

	private ChainBuilder login() {
		return exec(flushCookieJar()).exec(this::anybody)
			.exec(browser.open())
			.exec(doIf(session -> SignOnState.hasEnded(session, Step.FORM)).then(typed(true)))
			.exec(browser.waitAfterFailure(schedule::untilOver))
			.exec(think());
	}

	/** Signs on, with a limited number of attempts. */
	private ChainBuilder signOnOnce() {
		return exec(session -> session.set(ATTEMPTS, 0))
			.exec(asLongAs(session -> session.getInt(ATTEMPTS) < MOST_ATTEMPTS
					&& (session.getInt(ATTEMPTS) == 0 || !VirtualUser.of(session).signedOn()))
				.on(exec(session -> session.set(ATTEMPTS, session.getInt(ATTEMPTS) + 1)).exec(flushCookieJar())
					.exec(this::anybody)
					.exec(visit(browser.submit(false)))));
	}

	private ChainBuilder comeBack() {
		return visit(typed(false)).exec(think());
	}

	/** Types name and password, and submits them. */
	private ChainBuilder typed(boolean last) {
		Duration median = plan.behavior().typing();
		return median.isZero() ? browser.submit(last) : pause(session -> schedule.within(typing(median)))
			.exec(doIf(session -> schedule.goesOn()).then(browser.submit(last)));
	}

	/** Draws a log-normal pause; nine of ten people take 0.4 to 2.3 medians. */
	static Duration typing(Duration median) {
		return Duration.ofMillis(
				Math.round(median.toMillis() * Math.exp(TYPING_SPREAD * ThreadLocalRandom.current().nextGaussian())));
	}

	/**
	 * Asks for an answer, and signs in if the login form is shown.
	 * @param submitted the steps that sign in
	 */
	private ChainBuilder visit(ChainBuilder submitted) {
		return browser.open()
			.exec(doIf(session -> SignOnState.hasEnded(session, Step.FORM)).then(submitted))
			.exec(browser.waitAfterFailure(schedule::untilOver));
	}

	private ChainBuilder life() {
		return exec(flushCookieJar()).exec(this::born)
			.exec(asLongAs(this::lives)
				.on(visit(typed(false)).exec(doIfOrElse(session -> SignOnState.hasEnded(session, Step.REFUSED))
					.then(exec(session -> VirtualUser.of(session).livingUntil(System.nanoTime()).keptIn(session)))
					.orElse(pause(session -> schedule.untilOver(Lifetime.pause(plan.behavior().timeScale())))))))
			// Those who still live at the end of the load do not log out.
			.exec(doIf(session -> VirtualUser.of(session).signedOn() && schedule.goesOn() && Lifetime.logsOut())
				.then(browser.logout()));
	}

	private Session born(Session session) {
		Duration life = Lifetime.of(session.getInt(NUMBER)).scaled(plan.behavior().timeScale());
		VirtualUser virtualUser = VirtualUser.of(people.next()).livingUntil(System.nanoTime() + life.toNanos());
		return (Lifetime.mistypes() ? virtualUser.mistypingPassword() : virtualUser).keptIn(session);
	}

	private boolean lives(Session session) {
		return VirtualUser.of(session).dies() - System.nanoTime() > 0 && !schedule.over()
				&& (plan.logins() == 0 || schedule.another());
	}

	private ChainBuilder think() {
		return plan.thinkTime().isZero() ? exec(session -> session)
				: pause(session -> schedule.untilOver(plan.thinkTime()));
	}

	/** The lifetimes of {@code lafayette}'s users, and their behaviour meanwhile. */
	enum Lifetime {

		SHORT(Duration.ofSeconds(60)), MEDIUM(Duration.ofMinutes(5)), LONG(Duration.ofHours(2));

		/** The number of users in which seven live a short and two a medium life. */
		private static final int SHARES = 10;

		private static final double HATCHED_EACH_SECOND = 10;

		private static final double MISTYPE = 0.01;

		private static final double LOG_OUT = 0.25;

		private static final long SHORTEST_PAUSE = 5_000;

		private static final long LONGEST_PAUSE = 15_000;

		private final Duration published;

		Lifetime(Duration published) {
			this.published = published;
		}

		static Lifetime of(int number) {
			int share = number % SHARES;
			if (share < 7) {
				return SHORT;
			}
			return share < 9 ? MEDIUM : LONG;
		}

		Duration scaled(double scale) {
			return Duration.ofMillis(Math.round(published.toMillis() * scale));
		}

		/** Returns how long the user with that number waits before the first life. */
		static Duration hatching(int number, double scale) {
			return Duration.ofMillis(Math.round(number * 1_000 / HATCHED_EACH_SECOND * scale));
		}

		static Duration pause(double scale) {
			return Duration
				.ofMillis(Math.round(ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE, LONGEST_PAUSE + 1) * scale));
		}

		static boolean mistypes() {
			return ThreadLocalRandom.current().nextDouble() < MISTYPE;
		}

		static boolean logsOut() {
			return ThreadLocalRandom.current().nextDouble() < LOG_OUT;
		}

	}

	/** Chooses the next user. Thread-safe. */
	static final class UserSelector {

		/**
		 * The golden ratio's fraction: its steps visit everybody in a seemingly random
		 * order.
		 */
		private static final double STRIDE = 0.6180339887498949;

		private final int size;

		private final Choice choice;

		private final long stride;

		private final AtomicLong count = new AtomicLong();

		UserSelector(Population population, Choice choice) {
			this.size = population.size();
			this.choice = choice;
			this.stride = coprime(size);
		}

		int next() {
			long index = count.getAndIncrement();
			return switch (choice) {
				case RANDOM -> ThreadLocalRandom.current().nextInt(size);
				case IN_ORDER -> (int) (index % size);
				case ONCE_EACH -> (int) (index % size * stride % size);
			};
		}

		private static long coprime(int size) {
			long candidate = Math.max(1, (long) (size * STRIDE));
			while (!BigInteger.valueOf(candidate).gcd(BigInteger.valueOf(size)).equals(BigInteger.ONE)) {
				candidate++;
			}
			return candidate;
		}

	}

}
