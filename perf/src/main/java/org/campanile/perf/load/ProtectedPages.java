package org.campanile.perf.load;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.PageAccess.BoundedMap;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The virtual service where it does listen: pages of 14 KB that are shown to users who
 * have signed on. Without a session a browser is sent to the identity provider; the
 * answer it brings back is checked in full and authorized once, by the
 * {@link PageAccess}. Thread-safe.
 */
public final class ProtectedPages implements AutoCloseable {

	/** How many there are, numbered from 0. */
	public static final int COUNT = 100;

	/** Of each. */
	static final int BYTES = 14 * 1_024;

	/** Holds the ID of the request that the browser was sent away with. */
	static final String REQUEST_COOKIE = "pages_request";

	static final String SESSION_COOKIE = "pages_session";

	private static final Logger log = LoggerFactory.getLogger(ProtectedPages.class);

	private static final String CONSUMER = "/acs";

	private static final String PAGES = "/page/";

	private static final Pattern PAGE = Pattern.compile(PAGES + "([0-9]{1,2})");

	/** Several times that of the largest answer. */
	private static final int LONGEST_FORM = 1 << 20;

	/** All users of a load may come at the same moment. */
	private static final int BACKLOG = 4_096;

	private final HttpServer server;

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final SecureRandom random = new SecureRandom();

	private final BoundedMap<String> sessions = new BoundedMap<>();

	private final Set<String> units;

	private volatile @Nullable PageAccess admission;

	private ProtectedPages(HttpServer server, Set<String> units) {
		this.server = server;
		this.units = units;
	}

	/**
	 * Listens on a free port of loopback, and answers 503 until {@link #open}: the
	 * identity provider must know the address before its metadata can be fetched.
	 * @param units the organizational units that the pages are open to
	 */
	public static ProtectedPages listen(Set<String> units) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG);
		ProtectedPages pages = new ProtectedPages(server, units);
		server.setExecutor(pages.threads);
		server.createContext("/", pages::answer);
		server.start();
		return pages;
	}

	/** Where it listens. */
	public URI address() {
		return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
	}

	/** Where one that listens there takes answers. */
	public static String assertionConsumerService(URI address) {
		return address + CONSUMER;
	}

	/** The pages of one that listens there, as the start of a {@link Target}. */
	public static URI anyPage(URI address) {
		return URI.create(address + PAGES + Target.ANY_PAGE);
	}

	/**
	 * Opens the pages to users that an identity provider has authenticated.
	 * @param service that the pages are of
	 * @param metadata of the identity provider
	 * @throws IOException if keys or metadata cannot be read
	 */
	public void open(VirtualServiceProvider service, Path metadata) throws IOException {
		ServiceProvider provider = service.open();
		TrustedIdentityProvider identityProvider = AnswerCheck.identityProvider(metadata);
		String endpoint = identityProvider.redirectSsoUrl()
			.orElseThrow(() -> new IOException(metadata + ": no SingleSignOnService for HTTP-Redirect"));
		this.admission = new PageAccess(provider, new AnswerCheck(provider, identityProvider, Target.PRINCIPAL_NAME),
				endpoint, units);
	}

	@Override
	public void close() {
		server.stop(0);
		threads.shutdownNow();
	}

	/** An answer of ours. */
	private record Reply(int status, Map<String, String> headers, byte[] body) {

		static Reply text(int status, String text) {
			return new Reply(status, Map.of("Content-Type", "text/plain; charset=utf-8"),
					text.getBytes(StandardCharsets.UTF_8));
		}

		/** Somewhere else, with a cookie. */
		static Reply to(int status, String location, String cookie, String value) {
			return new Reply(status,
					Map.of("Location", location, "Set-Cookie", cookie + "=" + value + "; Path=/; HttpOnly"),
					new byte[0]);
		}

	}

	private void answer(HttpExchange exchange) throws IOException {
		Reply reply = reply(exchange);
		exchange.getResponseHeaders().set("Cache-Control", "no-store");
		reply.headers().forEach(exchange.getResponseHeaders()::set);
		if (reply.body().length == 0) {
			exchange.sendResponseHeaders(reply.status(), -1);
			return;
		}
		exchange.sendResponseHeaders(reply.status(), reply.body().length);
		// Not the exchange, whose connection would go with it.
		try (OutputStream out = exchange.getResponseBody()) {
			out.write(reply.body());
		}
	}

	/** An answer whose check throws admits nobody, and the load counts the status. */
	private Reply reply(HttpExchange exchange) throws IOException {
		try {
			PageAccess open = admission;
			if (open == null) {
				return Reply.text(503, "The pages are not open yet.");
			}
			String path = exchange.getRequestURI().getPath();
			boolean consumer = path.equals(CONSUMER);
			Matcher page = PAGE.matcher(path);
			if (!consumer && !page.matches()) {
				return Reply.text(404, "There is no such page.");
			}
			if (!exchange.getRequestMethod().equals(consumer ? "POST" : "GET")) {
				return Reply.text(405, "Pages are read, and answers are posted.");
			}
			return consumer ? consume(open, exchange) : page(open, exchange, path, page.group(1));
		}
		catch (RuntimeException ex) {
			log.warn("an answer could not be judged", ex);
			return Reply.text(500, ex.toString());
		}
	}

	private Reply page(PageAccess open, HttpExchange exchange, String path, String number) {
		String name = sessions.get(cookie(exchange, SESSION_COOKIE));
		if (name == null) {
			RedirectRequest request = open.ask(path);
			return Reply.to(302, request.url(), REQUEST_COOKIE, request.id());
		}
		return new Reply(200, Map.of("Content-Type", "text/html; charset=utf-8"), html(number, name));
	}

	/**
	 * Distinguishes the two refusals by the status, as that is what a load counts
	 * failures by: 400 for an answer that is not sound, 403 for a user who may not see
	 * the pages.
	 */
	private Reply consume(PageAccess open, HttpExchange exchange) throws IOException {
		byte[] form = exchange.getRequestBody().readNBytes(LONGEST_FORM + 1);
		if (form.length > LONGEST_FORM) {
			return Reply.text(413, "That is no answer.");
		}
		Map<String, String> fields;
		try {
			fields = fields(new String(form, StandardCharsets.US_ASCII));
		}
		catch (IllegalArgumentException ex) {
			return Reply.text(400, "That is no form.");
		}
		String page = fields.getOrDefault("RelayState", "");
		if (!PAGE.matcher(page).matches()) {
			return Reply.text(400, FailureClass.RELAY_STATE);
		}
		return switch (open.judge(fields.getOrDefault("SAMLResponse", ""), cookie(exchange, REQUEST_COOKIE))) {
			case PageAccess.Outcome.Admitted admitted -> {
				String session = secret();
				sessions.put(session, admitted.name());
				yield Reply.to(303, page, SESSION_COOKIE, session);
			}
			case PageAccess.Outcome.Forbidden forbidden ->
				Reply.text(403, "The pages are not open to " + forbidden.name() + ".");
			case PageAccess.Outcome.Unsound unsound -> Reply.text(400, unsound.failure());
		};
	}

	private String secret() {
		byte[] bytes = new byte[20];
		random.nextBytes(bytes);
		return HexFormat.of().formatHex(bytes);
	}

	/** Always of the same length, whatever the name. */
	private static byte[] html(String number, String name) {
		byte[] head = "<!doctype html><html lang=\"en\"><head><title>Page %s</title></head><body><h1>Page %s</h1><p>%s</p><pre>\n"
			.formatted(number, number, escaped(name))
			.getBytes(StandardCharsets.UTF_8);
		byte[] tail = "\n</pre></body></html>\n".getBytes(StandardCharsets.UTF_8);
		byte[] line = "What is behind a sign-on is not what is measured, and as long as it was there.\n"
			.getBytes(StandardCharsets.UTF_8);
		byte[] page = new byte[BYTES];
		for (int i = 0; i < page.length; i++) {
			page[i] = line[i % line.length];
		}
		System.arraycopy(head, 0, page, 0, head.length);
		System.arraycopy(tail, 0, page, page.length - tail.length, tail.length);
		return page;
	}

	private static String escaped(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
	}

	/** Empty without it; no session has that key. */
	private static String cookie(HttpExchange exchange, String name) {
		for (String header : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
			for (String cookie : header.split(";")) {
				if (cookie.strip().startsWith(name + "=")) {
					return cookie.strip().substring(name.length() + 1);
				}
			}
		}
		return "";
	}

	private static Map<String, String> fields(String form) {
		Map<String, String> fields = new HashMap<>();
		for (String pair : form.split("&")) {
			String[] parts = pair.split("=", 2);
			fields.put(parts[0], parts.length > 1 ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8) : "");
		}
		return fields;
	}

}
