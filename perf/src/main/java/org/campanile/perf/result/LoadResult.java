package org.campanile.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAlias;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load.
 *
 * @param seconds its length until the last answer
 * @param offered the time in which new journeys began, in seconds; equal to
 * {@code seconds} if a number of journeys ended it
 * @param inTime the sound answers within that time, by password or with a session
 * @param logins the number of passwords that were accepted and answered by a sound
 * assertion or ticket, or by the page behind the gate
 * @param signOns the number of such sound answers without a password
 * @param requests latency of each kind of request by name: {@code form}, {@code login},
 * {@code sso}, {@code validation}, {@code page}, {@code logout}
 * @param failures the number of failed requests, by class: {@code status-503},
 * {@code timeout}, {@code signature}, {@code wrong-user} …
 * @param checkedEvery one of how many answers was checked; 1 for all
 * @param bytesReceived bytes of bodies: decompressed, without headers, and for a
 * redirected request the last answer only
 * @param series the counts of each second
 * @param inOrder latency of every login, in order, in milliseconds; empty unless asked
 * for
 * @param generator the resources that the load generator used
 * @param arrivals the number of users who came within the measured time; 0 in a closed
 * loop
 * @param askedPerSecond the planned arrivals a second; 0 in a closed loop
 * @param checkedByCallers the number of answers that the load generator's own threads had
 * to check, as the queue was full
 * @param checksWaiting the largest number of answers that waited for their check
 */
public record LoadResult(double seconds, double offered, long inTime, long logins, long signOns,
		Map<String, LatencyResult> requests, Map<String, Long> failures, int checkedEvery,
		@JsonAlias("octetsReceived") long bytesReceived, List<Second> series, List<Double> inOrder,
		ProcessResult generator, long arrivals, double askedPerSecond, long checkedByCallers, long checksWaiting) {

	/** Creates the result of a closed loop whose own threads checked no answers. */
	public LoadResult(double seconds, double offered, long inTime, long logins, long signOns,
			Map<String, LatencyResult> requests, Map<String, Long> failures, int checkedEvery, long bytesReceived,
			List<Second> series, List<Double> inOrder, ProcessResult generator) {
		this(seconds, offered, inTime, logins, signOns, requests, failures, checkedEvery, bytesReceived, series,
				inOrder, generator, 0, 0, 0, 0);
	}

	/** The least share of the planned arrivals that must have come. */
	private static final double ENOUGH = 0.98;

	/** The class of failures that must never happen: an answer for another user. */
	public static final String WRONG_USER = "wrong-user";

	/** Kind of request: a whole login, up to the answer and without pauses. */
	public static final String WHOLE_LOGIN = "whole login";

	/**
	 * The counts of one second of the load.
	 *
	 * @param logins the number of sound logins
	 * @param failures the number of failed requests
	 * @param meanMillis average latency of the requests that ended in this second with an
	 * assertion, by password or with a session; 0 if none did
	 */
	public record Second(long logins, long failures, double meanMillis) {
	}

	/**
	 * Returns the sound answers a second. Only the time in which journeys began counts,
	 * as users who still wait at the end would lower the rate.
	 */
	public double perSecond() {
		return each(inTime);
	}

	/** Returns a count divided by the seconds in which journeys began. */
	public double each(long count) {
		return offered > 0 ? count / offered : 0;
	}

	/** Returns the same result for users who came at a rate. */
	public LoadResult arriving(long count, double perSecond) {
		return new LoadResult(seconds, offered, inTime, logins, signOns, requests, failures, checkedEvery,
				bytesReceived, series, inOrder, generator, count, perSecond, checkedByCallers, checksWaiting);
	}

	/** Returns the same result with figures of the checks. */
	public LoadResult checking(long byCallers, long waiting) {
		return new LoadResult(seconds, offered, inTime, logins, signOns, requests, failures, checkedEvery,
				bytesReceived, series, inOrder, generator, arrivals, askedPerSecond, byCallers, waiting);
	}

	/** Returns the arrivals a second; 0 in a closed loop. */
	public double arrivalsPerSecond() {
		return each(arrivals);
	}

	/** Whether too few of the planned users came; a difference of one does not count. */
	public boolean fewerThanAsked() {
		return arrivals + 1 < ENOUGH * askedPerSecond * offered;
	}

	/** Whether the generator had to check answers when it should have made requests. */
	public boolean generatorHeldUp() {
		return checkedByCallers > 0;
	}

	/** Returns why the figures may be those of the generator, not of the servers. */
	public List<String> doubts() {
		List<String> doubts = new ArrayList<>();
		if (fewerThanAsked()) {
			doubts.add("offered %.1f/s of the %.1f/s asked for".formatted(arrivalsPerSecond(), askedPerSecond));
		}
		if (generatorHeldUp()) {
			doubts.add("the generator was the bottleneck: it checked %d answers itself while %d waited"
				.formatted(checkedByCallers, checksWaiting));
		}
		return doubts;
	}

	/** Returns the number of sound answers, by password or with a session. */
	public long sound() {
		return logins + signOns;
	}

	/**
	 * Returns the kind of request that most often ended with the final answer. The
	 * majority decides, as users who return with a session have signed on with a password
	 * once.
	 */
	public String answering() {
		return Stream.of("sso", "page")
			.filter(kind -> signOns > logins && requests.containsKey(kind))
			.findFirst()
			.orElse("login");
	}

	/**
	 * Returns the waits for all answers of a login, or those for the one answer of what
	 * has no others; null if there was none.
	 */
	public @Nullable LatencyResult whole() {
		LatencyResult whole = requests.get(WHOLE_LOGIN);
		return whole == null ? requests.get(answering()) : whole;
	}

	/** Returns the number of failed requests. */
	public long failed() {
		return failures.values().stream().mapToLong(Long::longValue).sum();
	}

	public long wrongUsers() {
		return failures.getOrDefault(WRONG_USER, 0L);
	}

	/**
	 * The latency of one kind of request, in milliseconds.
	 *
	 * @param count the number of answers
	 * @param mean the average
	 * @param deviation the standard deviation
	 * @param min the shortest
	 * @param p50 the median
	 * @param p90 the 90th percentile
	 * @param p95 the 95th percentile
	 * @param p99 the 99th percentile
	 * @param max the longest
	 */
	public record LatencyResult(long count, double mean, double deviation, double min, double p50, double p90,
			double p95, double p99, double max) {
	}

}
