package org.campanile.storage.jpa;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.store.ChosenStore;
import org.campanile.store.StoreReach;

/**
 * The settings of the PostgreSQL database for sessions, one-time state, persistent
 * identifiers and consent.
 *
 * @param url its JDBC URL, such as {@code jdbc:postgresql://host:port/database}; several
 * hosts, separated by commas, for a cluster of which the primary is used
 * @param username the role to connect as
 * @param password its password; empty if the server requires none
 * @param poolSize connections of this node, at most, beside the one of the purge; over
 * all nodes about twice the database's cores and one
 * @param connectTimeout how long connecting may take
 * @param socketTimeout how long an answer may take before the connection is closed
 * @param commitMode {@code durable}: every write is on disk before it is acknowledged;
 * {@code fast}: new sessions and their use do not wait for the disk, and a crash of the
 * database may lose those of the last second
 * @param purgeInterval how often expired rows are deleted, by one node at a time
 * @param purgeBatch how many rows one statement deletes at most
 * @param purgeBudget how long one purge may take; the rest is left to the next
 */
@ConfigurationProperties("campanile.storage.jpa")
public record JpaStorageProperties(@DefaultValue("") String url, @DefaultValue("campanile") String username,
		@DefaultValue("") String password, @DefaultValue("10") int poolSize,
		@DefaultValue("1s") Duration connectTimeout, @DefaultValue("2s") Duration socketTimeout,
		@DefaultValue("durable") CommitMode commitMode, @DefaultValue("1m") Duration purgeInterval,
		@DefaultValue("1000") int purgeBatch, @DefaultValue("5s") Duration purgeBudget) implements ChosenStore {

	static final String PREFIX = "campanile.storage.jpa.";

	private static final String SCHEME = "jdbc:postgresql://";

	private static final String HOST = "([^:@/?,\\[\\]\\s]*|\\[[0-9a-fA-F:.%]+])(:[0-9]{1,5})?";

	/** The driver's syntax; the driver would log an invalid URL. */
	private static final Pattern ADDRESS = Pattern
		.compile(Pattern.quote(SCHEME) + "(?<hosts>" + HOST + "(," + HOST + ")*)/[^/?\\s]*(\\?\\S*)?");

	private static final Pattern PORT = Pattern.compile(":([0-9]{1,5})(?=,|$)");

	private static final String EXAMPLE = "set one such as " + SCHEME + "db.example.edu:5432/campanile";

	public JpaStorageProperties {
		if (!url.isEmpty() && !isAddress(url)) {
			// Do not quote the URL: it may contain a password.
			throw fault("url", "is not the URL of a PostgreSQL database, without role and password; " + EXAMPLE);
		}
		if (url.toLowerCase(Locale.ROOT).contains("password=")) {
			throw fault("url", "contains a password, which logs would show; set " + PREFIX + "password");
		}
		if (poolSize < 1 || poolSize > 1_000) {
			throw fault("pool-size", poolSize + " is not a pool size; set 1 to 1000");
		}
		requireBetween("connect-timeout", connectTimeout, Duration.ofSeconds(1), Duration.ofMinutes(1));
		requireBetween("socket-timeout", socketTimeout, Duration.ofSeconds(1), Duration.ofMinutes(1));
		requireBetween("purge-interval", purgeInterval, Duration.ofSeconds(1), Duration.ofDays(1));
		requireBetween("purge-budget", purgeBudget, Duration.ofMillis(100), purgeInterval);
		if (purgeBatch < 1 || purgeBatch > 100_000) {
			throw fault("purge-batch", purgeBatch + " is not a number of rows; set 1 to 100000");
		}
	}

	private static boolean isAddress(String url) {
		Matcher parts = ADDRESS.matcher(url);
		return parts.matches() && PORT.matcher(parts.group("hosts"))
			.results()
			.map(port -> Integer.parseInt(port.group(1)))
			.allMatch(port -> port > 0 && port <= 65_535);
	}

	private static void requireBetween(String key, Duration value, Duration least, Duration most) {
		if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
			throw fault(key, value + " is too " + (value.compareTo(least) < 0 ? "short" : "long") + "; set " + least
					+ " to " + most);
		}
	}

	private static IllegalArgumentException fault(String key, String what) {
		return new IllegalArgumentException(PREFIX + key + ": " + what);
	}

	/**
	 * The URL, required if this store is chosen.
	 * @throws IllegalArgumentException if it is missing
	 */
	String requireUrl() {
		if (url.isEmpty()) {
			throw fault("url", "missing; " + EXAMPLE);
		}
		return url;
	}

	@Override
	public void requireComplete() {
		requireUrl();
	}

	@Override
	public StoreReach reach() {
		return new DatabaseProbe(this).run();
	}

	/** The URL without its options, for logs. */
	String address() {
		int options = url.indexOf('?');
		return options < 0 ? url : url.substring(0, options);
	}

	/** Omits the password. */
	@Override
	public String toString() {
		return "JpaStorageProperties[" + address() + "]";
	}

}
