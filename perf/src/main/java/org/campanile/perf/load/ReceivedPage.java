package org.campanile.perf.load;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpDsl;
import org.jspecify.annotations.Nullable;

import static io.gatling.javaapi.core.CoreDsl.bodyLength;
import static io.gatling.javaapi.core.CoreDsl.css;
import static io.gatling.javaapi.core.CoreDsl.form;
import static io.gatling.javaapi.http.HttpDsl.currentLocation;
import static io.gatling.javaapi.http.HttpDsl.header;

/**
 * The parts of an answer that the checks of a request extracted, after redirects.
 *
 * @param status its status; 0 if there was no answer
 * @param arrived its time of arrival, in nanoseconds of {@link System#nanoTime()}
 * @param bytes size of the body
 * @param location the address it came from
 * @param retryAfter the header Retry-After; empty without it
 * @param redirect the address it redirects to, if redirects are not followed; empty if it
 * does not
 * @param user the header {@link Target#USER_HEADER}; empty without it
 * @param fields the fields of its form, with their values
 * @param action the resolved action of its form; null without a form
 */
record ReceivedPage(int status, long arrived, int bytes, String location, String retryAfter, String redirect,
		String user, Map<String, Object> fields, @Nullable String action) {

	private static final Pattern TICKET = Pattern.compile("[?&]ticket=([^&#]+)");

	private static final Duration RETRY_AT_MOST = Duration.ofMinutes(2);

	private static final String ANSWER = "answer";

	private static final String LENGTH = "length";

	private static final String LOCATION = "location";

	private static final String RETRY_AFTER = "retryAfter";

	private static final String REDIRECT = "redirect";

	private static final String USER = "user";

	private static final String FIELDS = "fields";

	private static final String ACTION = "action";

	private static final String[] KEYS = { ANSWER, LENGTH, LOCATION, RETRY_AFTER, REDIRECT, USER, FIELDS, ACTION };

	/**
	 * Returns the checks that save in Gatling's session what {@link #of} reads.
	 * @param selector returns the selector of the form
	 */
	static List<CheckBuilder> checks(Function<Session, String> selector) {
		List<CheckBuilder> checks = new ArrayList<>(checks());
		checks.add(form(selector).optional().saveAs(FIELDS));
		checks.add(css(selector, "action").optional().saveAs(ACTION));
		return checks;
	}

	/** Returns the checks for a page without a form. */
	static List<CheckBuilder> checks() {
		return List.of(HttpDsl.status().transform(code -> new Answer(code, System.nanoTime())).saveAs(ANSWER),
				HttpDsl.status().in(List.of(200, 302, 303)), bodyLength().saveAs(LENGTH),
				currentLocation().saveAs(LOCATION), header("Retry-After").optional().saveAs(RETRY_AFTER),
				header("Location").optional().saveAs(REDIRECT), header(Target.USER_HEADER).optional().saveAs(USER));
	}

	/** Removes the previous page from the session. */
	static Session cleared(Session session) {
		return session.removeAll(KEYS);
	}

	static ReceivedPage of(Session session) {
		Answer answer = session.contains(ANSWER) ? Objects.requireNonNull(session.<Answer>get(ANSWER))
				: new Answer(0, System.nanoTime());
		String location = text(session, LOCATION);
		Map<String, Object> fields = session.contains(FIELDS) ? session.getMap(FIELDS) : Map.of();
		return new ReceivedPage(answer.status(), answer.arrived(),
				session.contains(LENGTH) ? session.getInt(LENGTH) : 0, location, text(session, RETRY_AFTER),
				text(session, REDIRECT), text(session, USER), fields,
				session.contains(FIELDS) ? resolved(location, text(session, ACTION)) : null);
	}

	/** Returns the SAML response for the service, if there is one. */
	Optional<String> samlResponse() {
		return field("SAMLResponse");
	}

	/** Returns the ticket in the redirect to the service, if there is one. */
	Optional<String> ticket() {
		Matcher ticket = TICKET.matcher(redirect);
		return redirect.startsWith(Target.CAS_SERVICE) && ticket.find()
				? Optional.of(URLDecoder.decode(ticket.group(1), StandardCharsets.UTF_8)) : Optional.empty();
	}

	/** Whether it is a page or a redirect. */
	boolean isOk() {
		return status == 200 || status == 302 || status == 303;
	}

	Optional<String> field(String name) {
		return Optional.ofNullable(fields.get(name)).map(Object::toString);
	}

	/** Returns how long to stay away, if the server says so in seconds. */
	Optional<Duration> retry() {
		if (retryAfter.isEmpty() || !retryAfter.chars().allMatch(Character::isDigit) || retryAfter.length() > 6) {
			return Optional.empty();
		}
		Duration asked = Duration.ofSeconds(Long.parseLong(retryAfter));
		return Optional.of(asked.compareTo(RETRY_AT_MOST) < 0 ? asked : RETRY_AT_MOST);
	}

	private static String text(Session session, String key) {
		String value = session.contains(key) ? session.getString(key) : null;
		return value == null ? "" : value;
	}

	private static String resolved(String location, String action) {
		if (action.isEmpty() || location.isEmpty()) {
			return location;
		}
		try {
			URI page = URI.create(location);
			// java.net.URI resolves a reference that is only a query by RFC 2396,
			// browsers by RFC 3986 5.4.
			String reference = action.startsWith("?") ? page.getRawPath() + action : action;
			return page.resolve(reference).toString();
		}
		catch (IllegalArgumentException ex) {
			// Only browsers understand this address, so it stays unchanged.
			return action;
		}
	}

	private record Answer(int status, long arrived) {
	}

}
