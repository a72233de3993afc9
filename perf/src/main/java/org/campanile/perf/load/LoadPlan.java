package org.campanile.perf.load;

import java.time.Duration;

import org.campanile.perf.result.LoadResult;

/**
 * A load on one target. The result counts from the end of the ramp, if there is one.
 *
 * @param journey what each virtual user does
 * @param arrival how users come
 * @param length how long; zero if {@code logins} ends it
 * @param logins after how many journeys it ends; 0 if {@code length} ends it
 * @param people who signs in
 * @param choice which of them is next
 * @param checkEvery one of how many answers is verified; 1 for all. Of the others user
 * and request are checked
 * @param thinkTime pause of a user between two journeys; that between login form and
 * password is of {@link UserBehavior}
 * @param behavior how users behave where servers or their own lives are slow
 */
public record LoadPlan(Journey journey, Arrival arrival, Duration length, int logins, Population people, Choice choice,
		int checkEvery, Duration thinkTime, UserBehavior behavior) {

	/** Of the median of the pause: of a hundred people, one takes longer. */
	private static final int LEAD_IN = 3;

	/** What a virtual user does, over and over, each time as a new browser. */
	public enum Journey {

		/** The login page, then the password. */
		LOGIN,
		/**
		 * Signs in once, then comes back with the session again and again. All users sign
		 * in before the measured time begins.
		 */
		SSO,
		/**
		 * {@code lafayette}'s users: short, medium and long lives in the ratio 7:2:1; one
		 * alive asks for an answer every 5 to 15 s, may mistype the password and dies at
		 * once, may log out at the end, and is reborn at once with a new session.
		 */
		LIFETIME

	}

	/** Who is next. */
	public enum Choice {

		/** Anybody, drawn anew each time. */
		RANDOM,
		/** The first, the second, … and from the start again. */
		IN_ORDER,
		/** In no order, each user once before any comes again. */
		ONCE_EACH

	}

	/**
	 * How users behave where servers or their own lives are slow.
	 *
	 * @param patience how long a user waits for an answer; longer is the failure
	 * {@code timeout}
	 * @param honourRetryAfter whether a user who gets a 503 with Retry-After stays away
	 * for as long; others come again after a moment
	 * @param timeScale what the times of {@link Journey#LIFETIME} are multiplied by
	 * @param keepInOrder whether the result has the latency of every login, in order, of
	 * {@link #KEPT_AT_MOST} at most
	 * @param keepConnections whether a login takes the connections that those before it
	 * have left, as behind a gateway; otherwise each opens one, which serves it from the
	 * form to the answer
	 * @param typing median of the pause between login form and password, drawn
	 * log-normally; zero for none. Users in it are among those of a closed loop, and no
	 * latency contains it
	 */
	public record UserBehavior(Duration patience, boolean honourRetryAfter, double timeScale, boolean keepInOrder,
			boolean keepConnections, Duration typing) {

		/**
		 * A minute of patience, no waiting, times as published, nothing kept, a
		 * connection for each login, no pause.
		 */
		public static final UserBehavior USUAL = new UserBehavior(Duration.ofMinutes(1), false, 1, false, false,
				Duration.ZERO);

		/** How many latencies are kept in order. */
		public static final int KEPT_AT_MOST = 100_000;

	}

	/** How users come. */
	public sealed interface Arrival {

		/**
		 * So many at once, always.
		 */
		record Closed(int users) implements Arrival {
		}

		/**
		 * So many a second, whatever the answers take, after a ramp from zero.
		 */
		record Open(double perSecond, Duration ramp) implements Arrival {
		}

	}

	/** So many logins by so many users at once: to warm servers up, or to count. */
	public static LoadPlan logins(int count, int users, Population people) {
		return new LoadPlan(Journey.LOGIN, new Arrival.Closed(users), Duration.ZERO, count, people, Choice.RANDOM, 1,
				Duration.ZERO, UserBehavior.USUAL);
	}

	/** Logins by so many users at once for a time. */
	public static LoadPlan closed(int users, Duration length, Population people) {
		return new LoadPlan(Journey.LOGIN, new Arrival.Closed(users), length, 0, people, Choice.RANDOM, 1,
				Duration.ZERO, UserBehavior.USUAL);
	}

	/** So many logins a second. */
	public static LoadPlan open(double perSecond, Duration ramp, Duration length, Population people) {
		return new LoadPlan(Journey.LOGIN, new Arrival.Open(perSecond, ramp), length, 0, people, Choice.RANDOM, 1,
				Duration.ZERO, UserBehavior.USUAL);
	}

	public LoadPlan withJourney(Journey other) {
		return new LoadPlan(other, arrival, length, logins, people, choice, checkEvery, thinkTime, behavior);
	}

	public LoadPlan withChoice(Choice other) {
		return new LoadPlan(journey, arrival, length, logins, people, other, checkEvery, thinkTime, behavior);
	}

	public LoadPlan checkingEvery(int answers) {
		return new LoadPlan(journey, arrival, length, logins, people, choice, answers, thinkTime, behavior);
	}

	public LoadPlan withThinkTime(Duration time) {
		return new LoadPlan(journey, arrival, length, logins, people, choice, checkEvery, time, behavior);
	}

	public LoadPlan withPatience(Duration patience) {
		return with(new UserBehavior(patience, behavior.honourRetryAfter, behavior.timeScale, behavior.keepInOrder,
				behavior.keepConnections, behavior.typing));
	}

	public LoadPlan honouringRetryAfter() {
		return with(new UserBehavior(behavior.patience, true, behavior.timeScale, behavior.keepInOrder,
				behavior.keepConnections, behavior.typing));
	}

	public LoadPlan withTimeScale(double scale) {
		return with(new UserBehavior(behavior.patience, behavior.honourRetryAfter, scale, behavior.keepInOrder,
				behavior.keepConnections, behavior.typing));
	}

	public LoadPlan keepingInOrder() {
		return with(new UserBehavior(behavior.patience, behavior.honourRetryAfter, behavior.timeScale, true,
				behavior.keepConnections, behavior.typing));
	}

	public LoadPlan withConnectionsKept(boolean kept) {
		return with(new UserBehavior(behavior.patience, behavior.honourRetryAfter, behavior.timeScale,
				behavior.keepInOrder, kept, behavior.typing));
	}

	public LoadPlan withTyping(Duration median) {
		return with(new UserBehavior(behavior.patience, behavior.honourRetryAfter, behavior.timeScale,
				behavior.keepInOrder, behavior.keepConnections, median));
	}

	/**
	 * How long the load is on before the measured time, beside a ramp: until about as
	 * many users send a password as get a form. Zero without a pause between them, and if
	 * a count ends it.
	 */
	public Duration leadIn() {
		return logins > 0 ? Duration.ZERO : behavior.typing.multipliedBy(LEAD_IN);
	}

	private LoadPlan with(UserBehavior others) {
		return new LoadPlan(journey, arrival, length, logins, people, choice, checkEvery, thinkTime, others);
	}

	/** Kinds of requests, as they are named in results and in Gatling's own report. */
	public static final class RequestKind {

		/** From the start of a sign-on to the login page, redirects included. */
		public static final String FORM = "form";

		/**
		 * From the password, or what is proven after it or instead, to the page that
		 * carries the answer.
		 */
		public static final String LOGIN = "login";

		/**
		 * What a user waited for in a login altogether: the form, the answer to the
		 * password, and what was proven between them. Without the pauses in which the
		 * user types.
		 */
		public static final String WHOLE_LOGIN = LoadResult.WHOLE_LOGIN;

		/** From the password to the page that asks for more. */
		public static final String PASSWORD = "password";

		/** From the start of a sign-on to the page that carries the answer. */
		public static final String SSO = "sso";

		public static final String LOGOUT = "logout";

		/** A wrong password and the page that says so. */
		public static final String REFUSED = "refused";

		/** Anything answered by an error status: how fast a server says no. */
		public static final String REJECTED = "rejected";

		/** A CAS ticket and what its validation says of the user. */
		public static final String VALIDATION = "validation";

		/** A page behind the gate, with the gate's cookie. */
		public static final String PAGE = "page";

		private RequestKind() {
		}

	}

}
