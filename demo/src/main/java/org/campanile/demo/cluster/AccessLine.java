package org.campanile.demo.cluster;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of nginx's access log, in the format of {@code
 * deploy/nginx/campanile-http.conf}.
 *
 * @param time of day, {@code HH:MM:SS}
 * @param method of HTTP
 * @param path without the query
 * @param status that the client got
 * @param millis how long it took
 * @param upstreams the nodes tried, in order, each {@code host:port}; empty if nginx
 * answered itself
 */
record AccessLine(String time, String method, String path, int status, long millis, List<String> upstreams) {

	private static final Pattern FORMAT = Pattern.compile(
			"\\S+T(\\d\\d:\\d\\d:\\d\\d)\\S* \\S+ (\\S+) \"([^\"]*)\" (\\d{3}) \\d+ ([0-9.]+) upstream=\"([^\"]*)\".*");

	/** Parses a line; empty if it has another format. */
	static Optional<AccessLine> parse(String line) {
		Matcher matcher = FORMAT.matcher(line);
		if (!matcher.matches()) {
			return Optional.empty();
		}
		String upstream = matcher.group(6);
		// If no node is left to try, nginx writes the name of the upstream group, which
		// has no
		// port.
		List<String> upstreams = Arrays.stream(upstream.split("[, ]+"))
			.filter(part -> part.length() > 1 && part.contains(":"))
			.toList();
		return Optional
			.of(new AccessLine(matcher.group(1), matcher.group(2), matcher.group(3), Integer.parseInt(matcher.group(4)),
					new BigDecimal(matcher.group(5)).movePointRight(3).longValue(), upstreams));
	}

}
