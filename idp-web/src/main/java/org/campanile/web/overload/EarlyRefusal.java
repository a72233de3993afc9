package org.campanile.web.overload;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.apache.tomcat.util.http.parser.AcceptLanguage;

import org.campanile.web.page.Pages;

/**
 * Refuses requests that begin a sign-on while so many wait that a further one would be
 * refused after its wait anyway. It answers from the bytes of the request, before Tomcat
 * parses it, because a refusal by a filter takes several times the processor time, which
 * a node with ten times its load does not have. So connections can be accepted soon, and
 * the password that one of them brings is not behind all others. Everything that is not
 * plainly such a request takes the usual way. Thread-safe.
 */
final class EarlyRefusal {

	/**
	 * The number of requests for each processor that may wait to begin a sign-on, as long
	 * as it is not known how many are served: about as many as a processor serves in a
	 * second.
	 */
	private static final int WAITING_PER_PROCESSOR = 400;

	/** A longer header {@code Accept-Language} takes too long to parse. */
	private static final int MAX_LANGUAGES = 256;

	private static final String METHOD = "GET ";

	private static final String VERSION = " HTTP/1.1\r\n";

	private static final String END = "\r\n\r\n";

	private final BooleanSupplier needed;

	private final Set<String> paths;

	private final Predicate<String> carriesSession;

	private final Pages pages;

	private final BusyPage busyPage;

	private final Runnable refused;

	/**
	 * @param needed whether a further request would not be admitted in time
	 * @param paths those at which a sign-on begins by GET, with the context path
	 * @param carriesSession whether a header {@code Cookie} may contain a session token
	 * @param refused called for each request that is refused
	 */
	EarlyRefusal(BooleanSupplier needed, Set<String> paths, Predicate<String> carriesSession, Pages pages,
			BusyPage busyPage, Runnable refused) {
		this.needed = needed;
		this.paths = Set.copyOf(paths);
		this.carriesSession = carriesSession;
		this.pages = pages;
		this.busyPage = busyPage;
		this.refused = refused;
	}

	/**
	 * Returns whether a further request that begins a sign-on would time out: because
	 * more wait than are served in a third of the maximum wait, or one has waited for two
	 * thirds of it. Not while the processors are idle: then something else is slow, and
	 * refusing can take its time.
	 * @param number of processors
	 * @param connections the maximum number of open connections, of which those that wait
	 * must be a small part
	 */
	static BooleanSupplier needed(Admission admission, Processors processors, Duration maxWait, int number,
			int connections) {
		long longest = maxWait.toNanos() / 3 * 2;
		int most = Math.min(WAITING_PER_PROCESSOR * number, connections / 4);
		return () -> (admission.waiting(RequestKind.NEW) > admission.newCapacity(most)
				|| admission.newWaits() > longest) && processors.wasBusyRecently();
	}

	/** Whether a request that begins a sign-on is refused now. */
	boolean isNeeded() {
		return needed.getAsBoolean();
	}

	/**
	 * Returns the whole response to a request that begins a sign-on, after which the
	 * connection must be closed.
	 * @param head what has arrived
	 * @return empty for any other request, and for one that has not arrived completely
	 */
	Optional<ByteBuffer> answer(byte[] head, int length) {
		String request = new String(head, 0, length, StandardCharsets.ISO_8859_1);
		int version = request.indexOf(VERSION);
		if (version < METHOD.length() || !request.startsWith(METHOD)
				|| request.indexOf(END) != request.length() - END.length()) {
			return Optional.empty();
		}
		String target = request.substring(METHOD.length(), version);
		int query = target.indexOf('?');
		if (target.indexOf(' ') >= 0 || !paths.contains(query < 0 ? target : target.substring(0, query))) {
			return Optional.empty();
		}
		return locale(target, request, version + VERSION.length()).map(locale -> {
			refused.run();
			return ByteBuffer.wrap(busyPage.unparsed(locale)).asReadOnlyBuffer();
		});
	}

	/** Returns the language of the answer; empty if the request takes the usual way. */
	private Optional<Locale> locale(String target, String request, int headers) {
		String cookies = "";
		String languages = "";
		for (int at = headers; at < request.length() - 2;) {
			int end = request.indexOf("\r\n", at);
			int colon = request.indexOf(':', at);
			// Neither a line that continues the one before nor one that is no header.
			if (colon < 0 || colon > end || Character.isWhitespace(request.charAt(at))) {
				return Optional.empty();
			}
			switch (request.substring(at, colon).toLowerCase(Locale.ROOT)) {
				case "cookie" -> cookies += request.substring(colon + 1, end);
				case "accept-language" ->
					languages += (languages.isEmpty() ? "" : ",") + request.substring(colon + 1, end);
				case "content-length", "transfer-encoding", "expect", "upgrade" -> {
					return Optional.empty();
				}
				default -> {
				}
			}
			at = end + 2;
		}
		return carriesSession.test(cookies) ? Optional.empty() : pages.locale(target, cookies, preferred(languages));
	}

	private static List<Locale> preferred(String languages) {
		if (languages.isEmpty() || languages.length() > MAX_LANGUAGES) {
			return List.of();
		}
		try {
			return AcceptLanguage.parse(new StringReader(languages))
				.stream()
				.sorted((one, other) -> Double.compare(other.getQuality(), one.getQuality()))
				.map(AcceptLanguage::getLocale)
				.toList();
		}
		catch (IOException ex) {
			// It reads from a string.
			throw new IllegalStateException(ex);
		}
	}

}
