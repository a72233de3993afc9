package org.campanile.perf.load;

import java.time.Duration;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

import org.campanile.perf.result.LoadResult;

/**
 * A load on one target. The result covers the time after the ramp, if there is one.
 *
 * @param journey the journey of each virtual user
 * @param arrival how users come
 * @param length the measured time; zero if {@code logins} ends it
 * @param logins the number of journeys after which it ends; 0 if {@code length} ends it
 * @param people the people who sign in
 * @param choice how the next of them is chosen
 * @param checkEvery one of how many answers is verified; 1 for all. For the others only
 * user and request are checked
 * @param thinkTime pause of a user between two journeys; {@link UserBehavior} has the
 * pause between login form and password
 * @param behavior the behaviour of the users
 */
public record LoadPlan(Journey journey, Arrival arrival, Duration length, int logins, Population people, Choice choice,
		int checkEvery, Duration thinkTime, UserBehavior behavior) {

	/** The lead-in, in medians of the pause; one person of a hundred takes longer. */
	private static final int LEAD_IN = 3;

	/** The journey that a virtual user repeats, each time as a new browser. */
	public enum Journey {

		/** Opens the login page, then sends the password. */
		LOGIN,
		/**
		 * Signs in once, then returns with the session again and again. All users sign in
		 * before the measured time begins.
		 */
		SSO,
		/**
		 * Behaves like {@code lafayette}'s users: short, medium and long lives in the
		 * ratio 7:2:1. A living user asks for an answer every 5 to 15 s, may mistype the
		 * password and then dies at once, may log out at the end, and is reborn at once
		 * with a new session.
		 */
		LIFETIME

	}

	/** How the next user is chosen. */
	public enum Choice {

		/** A random user, drawn anew each time. */
		RANDOM,
		/** The next user in order of number, over and over. */
		IN_ORDER,
		/** Each user once before any comes again, in a seemingly random order. */
		ONCE_EACH

	}

	/**
	 * The behaviour of users: patience, connections and pauses.
	 *
	 * @param patience how long a user waits for an answer; no answer by then is the
	 * failure {@code timeout}
	 * @param honourRetryAfter whether a user who gets a 503 with Retry-After stays away
	 * for that long; otherwise the user comes again after a moment
	 * @param timeScale the factor for the times of {@link Journey#LIFETIME}
	 * @param keepInOrder whether the result has the latency of every login, in order, at
	 * most {@link #KEPT_AT_MOST}
	 * @param keepConnections whether a login reuses the connections of earlier ones, as
	 * behind a gateway; otherwise each login opens one, for all of its requests
	 * @param typing median of the pause between login form and password, drawn
	 * log-normally; zero for none. Users of a closed loop count as present during it, and
	 * no latency includes it
	 */
	public record UserBehavior(Duration patience, boolean honourRetryAfter, double timeScale, boolean keepInOrder,
			boolean keepConnections, Duration typing) {

		/**
		 * A minute of patience, Retry-After ignored, times as published, no latencies in
		 * order, a connection for each login, no typing pause.
		 */
		public static final UserBehavior USUAL = new UserBehavior(Duration.ofMinutes(1), false, 1, false, false,
				Duration.ZERO);

		/** The largest number of latencies kept in order. */
		public static final int KEPT_AT_MOST = 100_000;

	}

	/** How users arrive; Jackson tells the kinds apart by their properties. */
	@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
	public sealed interface Arrival {

		/** A closed loop: always the same number of users at once. */
		record Closed(int users) implements Arrival {
		}

		/**
		 * An open load: a rate of users a second, however slow the answers, after a ramp
		 * from zero.
		 */
		record Open(double perSecond, Duration ramp) implements Arrival {
		}

	}

	/** Plans a number of logins by several users, to warm servers up or to count. */
	public static LoadPlan logins(int count, int users, Population people) {
		return logins(new Arrival.Closed(users), Duration.ZERO, count, people);
	}

	/** Returns a plan for logins by several users at once, for a time. */
	public static LoadPlan closed(int users, Duration length, Population people) {
		return logins(new Arrival.Closed(users), length, 0, people);
	}

	/** Returns a plan for a rate of logins a second. */
	public static LoadPlan open(double perSecond, Duration ramp, Duration length, Population people) {
		return logins(new Arrival.Open(perSecond, ramp), length, 0, people);
	}

	private static LoadPlan logins(Arrival arrival, Duration length, int count, Population people) {
		return new LoadPlan(Journey.LOGIN, arrival, length, count, people, Choice.RANDOM, 1, Duration.ZERO,
				UserBehavior.USUAL);
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
	 * Returns how long a load runs before the measured time, besides a ramp: until about
	 * as many users send a password as get a form. Zero without a typing pause, and if a
	 * number of logins ends the load.
	 */
	public Duration leadIn() {
		return logins > 0 ? Duration.ZERO : behavior.typing.multipliedBy(LEAD_IN);
	}

	private LoadPlan with(UserBehavior others) {
		return new LoadPlan(journey, arrival, length, logins, people, choice, checkEvery, thinkTime, others);
	}

	/** Kinds of requests, as they are named in results and in Gatling's own report. */
	public static final class RequestKind {

		/** The requests that lead to the login page, redirects included. */
		public static final String FORM = "form";

		/**
		 * The request with the last proof, which is answered by the page for the service.
		 */
		public static final String LOGIN = "login";

		/**
		 * All waiting of a user in a login: for the form, for the answer to the password,
		 * and for anything between them. Pauses in which the user types are not included.
		 */
		public static final String WHOLE_LOGIN = LoadResult.WHOLE_LOGIN;

		/** The request with the password, if a page for a second factor answers it. */
		public static final String PASSWORD = "password";

		/** The requests of a user with a session, up to the page for the service. */
		public static final String SSO = "sso";

		public static final String LOGOUT = "logout";

		/** The request with a wrong password, answered by the page that says so. */
		public static final String REFUSED = "refused";

		/** Any request answered by an error status: how fast a server refuses it. */
		public static final String REJECTED = "rejected";

		/** The validation of a CAS ticket. */
		public static final String VALIDATION = "validation";

		/** A page behind the gate, requested with the gate's cookie. */
		public static final String PAGE = "page";

		private RequestKind() {
		}

	}

}
