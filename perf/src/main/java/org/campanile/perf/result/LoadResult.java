package org.campanile.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * What a load came to.
 *
 * @param seconds how long it lasted, until the last answer
 * @param offered how long new journeys began, in seconds; the same if a count of them
 * ended it
 * @param inTime sound answers within that time, by password or without
 * @param logins how many passwords were accepted and answered by a sound assertion or
 * ticket, or the page behind the gate
 * @param signOns how many sound answers of these kinds came without a password
 * @param requests latency of each kind of request by name: {@code form}, {@code login},
 * {@code sso}, {@code validation}, {@code page}, {@code logout}
 * @param failures how many requests failed, by class: {@code status-503},
 * {@code timeout}, {@code signature}, {@code wrong-user} …
 * @param checkedEvery one of how many answers was checked; 1 for all
 * @param bytesReceived in the bodies of answers as they are read: decompressed, without
 * headers, and of a request that was redirected the last one alone
 * @param series what happened in each second
 * @param inOrder latency of every login, in order, in milliseconds; empty if it was not
 * asked for
 * @param generator what the process that made the load used meanwhile
 * @param arrivals how many users came within the measured time; 0 where they stay
 * @param askedPerSecond how many a second were to come; 0 where they stay
 * @param checkedByCallers how many answers had to be checked by the threads that make the
 * load, since no more could wait
 * @param checksWaiting how many answers waited for their check at most
 */
public record LoadResult(double seconds, double offered, long inTime, long logins, long signOns,
		Map<String, LatencyResult> requests, Map<String, Long> failures, int checkedEvery,
		@JsonAlias("octetsReceived") long bytesReceived, List<Second> series, List<Double> inOrder,
		ProcessResult generator, long arrivals, double askedPerSecond, long checkedByCallers, long checksWaiting) {

	/** By users who stay, with every answer checked beside the load. */
	public LoadResult(double seconds, double offered, long inTime, long logins, long signOns,
			Map<String, LatencyResult> requests, Map<String, Long> failures, int checkedEvery, long bytesReceived,
			List<Second> series, List<Double> inOrder, ProcessResult generator) {
		this(seconds, offered, inTime, logins, signOns, requests, failures, checkedEvery, bytesReceived, series,
				inOrder, generator, 0, 0, 0, 0);
	}

	/** Which share of the arrivals asked for must have come. */
	private static final double ENOUGH = 0.98;

	/** The class of failures that must never happen. */
	public static final String WRONG_USER = "wrong-user";

	/** Kind of request: from the first one to the answer, without pauses. */
	public static final String WHOLE_LOGIN = "whole login";

	/**
	 * One second of the load.
	 *
	 * @param logins sound logins in it
	 * @param failures failed requests in it
	 * @param meanMillis average latency of the requests that ended in it with an
	 * assertion, by password or with a session; 0 if none did
	 */
	public record Second(long logins, long failures, double meanMillis) {
	}

	/**
	 * Sound answers a second. Who was still waiting at the end would lengthen the time,
	 * and thin out the others.
	 */
	public double perSecond() {
		return each(inTime);
	}

	/** So many of what was offered, for each second of it. */
	public double each(long count) {
		return offered > 0 ? count / offered : 0;
	}

	/** The same by users who came at a rate. */
	public LoadResult arriving(long count, double perSecond) {
		return new LoadResult(seconds, offered, inTime, logins, signOns, requests, failures, checkedEvery,
				bytesReceived, series, inOrder, generator, count, perSecond, checkedByCallers, checksWaiting);
	}

	/** The same with what became of the checks. */
	public LoadResult checking(long byCallers, long waiting) {
		return new LoadResult(seconds, offered, inTime, logins, signOns, requests, failures, checkedEvery,
				bytesReceived, series, inOrder, generator, arrivals, askedPerSecond, byCallers, waiting);
	}

	/** Users a second who came; 0 where they stay. */
	public double arrivalsPerSecond() {
		return each(arrivals);
	}

	/** Whether fewer users came than were to come: one is no difference. */
	public boolean fewerThanAsked() {
		return arrivals + 1 < ENOUGH * askedPerSecond * offered;
	}

	/** Whether the generator checked answers when it should have made requests. */
	public boolean generatorHeldUp() {
		return checkedByCallers > 0;
	}

	/** Why the figures may be those of the generator, not of the servers. */
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

	/** Sound answers, by password or with a session. */
	public long sound() {
		return logins + signOns;
	}

	/**
	 * The kind of request that ended with what was asked for in most cases. By the
	 * majority: a user who comes back with a session has signed on with a password once.
	 */
	public String answering() {
		return Stream.of("sso", "page")
			.filter(kind -> signOns > logins && requests.containsKey(kind))
			.findFirst()
			.orElse("login");
	}

	/** How many requests failed. */
	public long failed() {
		return failures.values().stream().mapToLong(Long::longValue).sum();
	}

	public long wrongUsers() {
		return failures.getOrDefault(WRONG_USER, 0L);
	}

	/**
	 * How long the answers to one kind of request took, in milliseconds.
	 *
	 * @param count how many were answered
	 * @param mean their average
	 * @param deviation their standard deviation
	 * @param min the shortest
	 * @param p50 the median
	 * @param p90 90 of 100 were no longer
	 * @param p95 95 of 100
	 * @param p99 99 of 100
	 * @param max the longest
	 */
	public record LatencyResult(long count, double mean, double deviation, double min, double p50, double p90,
			double p95, double p99, double max) {
	}

}
