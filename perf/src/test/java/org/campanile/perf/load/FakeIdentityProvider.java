package org.campanile.perf.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import org.jspecify.annotations.Nullable;

/**
 * A minimal identity provider with a redirect to its login page, a form bound to a
 * cookie, sessions, and configurable faults for single users.
 */
final class FakeIdentityProvider implements AutoCloseable {

	/** The state value of sign-ons for a ticket; the next one is for a page. */
	private static final String TICKET = "ticket";

	private static final String PAGE = "page";

	private static final Pattern ID = Pattern.compile(" ID=\"([^\"]+)\"");

	private static final Pattern COOKIE = Pattern.compile("(browser|session)=([^;]+)");

	private final HttpServer server;

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final FakeIssuer issuer;

	private final Path metadata;

	private final Population people;

	private final Map<String, Fault> faults;

	private final Map<String, String> sessions = new ConcurrentHashMap<>();

	private final Set<String> browsers = ConcurrentHashMap.newKeySet();

	private final AtomicInteger logouts = new AtomicInteger();

	/** The methods by which sign-ons began. */
	private final Set<String> methods = ConcurrentHashMap.newKeySet();

	private final Map<String, String> tickets = new ConcurrentHashMap<>();

	private volatile String firstRequest = "";

	/** The client port of the connection, for each request of a login. */
	private final List<Integer> connections = new CopyOnWriteArrayList<>();

	private final Set<Long> tlsSessions = ConcurrentHashMap.newKeySet();

	/** Faults in the answers about a user. */
	enum Fault {

		WRONG_USER, BAD_SIGNATURE, REPLAYED_REQUEST, NO_SUCCESS, UNAVAILABLE, HANGING, ERROR_PAGE, LOST_STATE

	}

	/**
	 * @param faults the faults by the number of the user
	 */
	FakeIdentityProvider(Path folder, Population people, Map<Integer, Fault> faults) throws IOException {
		this(folder, people, faults, HttpServer.create(anyPort(), 0));
	}

	/** Creates an identity provider without faults, over TLS. */
	static FakeIdentityProvider overTls(Path folder, Population people, SSLContext tls) throws IOException {
		HttpsServer server = HttpsServer.create(anyPort(), 0);
		server.setHttpsConfigurator(new HttpsConfigurator(tls));
		return new FakeIdentityProvider(folder, people, Map.of(), server);
	}

	private FakeIdentityProvider(Path folder, Population people, Map<Integer, Fault> faults, HttpServer server)
			throws IOException {
		this.issuer = new FakeIssuer(folder.resolve("credentials"), VirtualServiceProvider.in(folder.resolve("sp")));
		this.metadata = Files.write(folder.resolve("idp.xml"), issuer.metadata());
		this.people = people;
		this.faults = new HashMap<>();
		faults.forEach((number, fault) -> this.faults.put(people.username(number), fault));
		this.server = server;
		server.setExecutor(threads);
		server.createContext("/sso", this::start);
		server.createContext("/form", this::form);
		server.createContext("/submit", this::submit);
		server.createContext("/logout", this::logout);
		server.createContext("/cas/login", this::ticket);
		server.createContext("/cas/p3/serviceValidate", this::validate);
		server.createContext("/cas/logout", this::logout);
		server.createContext("/page", this::page);
		server.start();
	}

	Target target(Target.Kind kind) {
		return new Target("fake", address("/sso"), kind,
				new Target.LoginForm("#login", "user", "secret", Map.of("proceed", "yes")), address("/logout"),
				metadata, issuer.service().folder());
	}

	Target byTickets() {
		return target(Target.Kind.UNSOLICITED).byTickets(address("/cas").toString());
	}

	/** Returns a target whose pages have 14 KB. */
	Target throughGate() {
		return target(Target.Kind.UNSOLICITED).throughGate(address("/page/" + Target.ANY_PAGE));
	}

	/** Returns the connections of requests so far, and forgets them. */
	List<Integer> connections() {
		List<Integer> all = List.copyOf(connections);
		connections.clear();
		return all;
	}

	/**
	 * Returns the number of TLS sessions that sign-ons used, and forgets them. A resumed
	 * session gets a new identifier each time, but keeps its original creation time.
	 */
	int tlsSessions() {
		int count = tlsSessions.size();
		tlsSessions.clear();
		return count;
	}

	/** Returns the methods by which sign-ons began so far, and forgets them. */
	Set<String> methods() {
		Set<String> all = Set.copyOf(methods);
		methods.clear();
		return all;
	}

	int logouts() {
		return logouts.get();
	}

	@Override
	public void close() {
		server.stop(0);
		threads.shutdownNow();
	}

	private static InetSocketAddress anyPort() {
		return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
	}

	private URI address(String path) {
		String root = server instanceof HttpsServer ? "https://localhost:" : "http://127.0.0.1:";
		return URI.create(root + server.getAddress().getPort() + path);
	}

	private void start(HttpExchange exchange) throws IOException {
		connections.add(exchange.getRemoteAddress().getPort());
		if (exchange instanceof HttpsExchange secure) {
			tlsSessions.add(secure.getSSLSession().getCreationTime());
		}
		methods.add(exchange.getRequestMethod());
		String asked = exchange.getRequestMethod().equals("POST") ? posted(exchange)
				: Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
		Map<String, String> query = fields(asked);
		String username = sessions.get(cookie(exchange, "session"));
		if (username != null) {
			answer(exchange, username, requestId(query), query.get("RelayState"));
			return;
		}
		exchange.getResponseHeaders().add("Location", "form?" + asked);
		send(exchange, 302, "");
	}

	/**
	 * Returns the query that stands for an AuthnRequest in a form: its ID and the state.
	 */
	private static String posted(HttpExchange exchange) throws IOException {
		Map<String, String> form = fields(
				new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
		Matcher id = ID.matcher(
				new String(Base64.getDecoder().decode(form.getOrDefault("SAMLRequest", "")), StandardCharsets.UTF_8));
		return (id.find() ? "id=" + id.group(1) + "&" : "") + "RelayState=" + form.getOrDefault("RelayState", "");
	}

	private void ticket(HttpExchange exchange) throws IOException {
		String username = sessions.get(cookie(exchange, "session"));
		if (username == null) {
			form(exchange, Map.of("RelayState", TICKET));
		}
		else {
			ticket(exchange, username);
		}
	}

	private void ticket(HttpExchange exchange, String username) throws IOException {
		String ticket = "ST-" + UUID.randomUUID();
		Fault fault = faults.get(username);
		if (fault != Fault.NO_SUCCESS) {
			tickets.put(ticket, fault == Fault.WRONG_USER ? people.username(0) : username);
		}
		redirect(exchange, fault == Fault.LOST_STATE ? "https://elsewhere.example.edu/"
				: Target.CAS_SERVICE + "?ticket=" + ticket);
	}

	private void validate(HttpExchange exchange) throws IOException {
		Map<String, String> query = fields(exchange.getRequestURI().getRawQuery());
		String username = Target.CAS_SERVICE.equals(query.get("service")) ? tickets.remove(query.get("ticket")) : null;
		send(exchange, 200, username == null ? "<cas:authenticationFailure code=\"INVALID_TICKET\">"
				: "<cas:user>" + username + "</cas:user>");
	}

	private void page(HttpExchange exchange) throws IOException {
		String username = sessions.get(cookie(exchange, "session"));
		if (username == null) {
			redirect(exchange, "/form?RelayState=" + PAGE);
			return;
		}
		exchange.getResponseHeaders()
			.add(Target.USER_HEADER, faults.get(username) == Fault.WRONG_USER ? people.username(0) : username);
		send(exchange, 200, "x".repeat(14_000));
	}

	private static void redirect(HttpExchange exchange, String address) throws IOException {
		exchange.getResponseHeaders().add("Location", address);
		send(exchange, 302, "");
	}

	private void form(HttpExchange exchange) throws IOException {
		connections.add(exchange.getRemoteAddress().getPort());
		form(exchange, fields(Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("")));
	}

	private void form(HttpExchange exchange, Map<String, String> query) throws IOException {
		String browser = UUID.randomUUID().toString();
		browsers.add(browser);
		exchange.getResponseHeaders().add("Set-Cookie", "browser=" + browser + "; Path=/; HttpOnly");
		send(exchange, 200, """
				<!doctype html><html><body>
				<form id="language"><select name="lang"><option selected>en</option></select></form>
				<form id="login" method="post" action="/submit?step=1">
				<input type="hidden" name="bound" value="%s"><input type="hidden" name="request" value="%s">
				<input type="hidden" name="state" value="%s"><input name="user"><input type="password" name="secret">
				</form></body></html>""".formatted(browser, Optional.ofNullable(requestId(query)).orElse(""),
				query.getOrDefault("RelayState", "")));
	}

	private void submit(HttpExchange exchange) throws IOException {
		connections.add(exchange.getRemoteAddress().getPort());
		Map<String, String> form = fields(
				new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
		String browser = form.getOrDefault("bound", "");
		if (!browsers.remove(browser) || !browser.equals(cookie(exchange, "browser"))
				|| !"yes".equals(form.get("proceed"))) {
			send(exchange, 403, "");
			return;
		}
		String username = form.getOrDefault("user", "");
		int number = Integer.parseInt(username.substring(1));
		if (!people.password(number).equals(form.get("secret"))) {
			send(exchange, 200, "<form id='login'><input name='user' value=''></form>");
			return;
		}
		String session = UUID.randomUUID().toString();
		sessions.put(session, username);
		exchange.getResponseHeaders().add("Set-Cookie", "session=" + session + "; Path=/; HttpOnly");
		String request = form.getOrDefault("request", "");
		answer(exchange, username, request.isEmpty() ? null : request, form.get("state"));
	}

	private void logout(HttpExchange exchange) throws IOException {
		sessions.remove(cookie(exchange, "session"));
		logouts.incrementAndGet();
		send(exchange, 200, "Good bye.");
	}

	private void answer(HttpExchange exchange, String username, @Nullable String requestId, @Nullable String state)
			throws IOException {
		if (firstRequest.isEmpty() && requestId != null) {
			firstRequest = requestId;
		}
		if (TICKET.equals(state)) {
			ticket(exchange, username);
			return;
		}
		if (PAGE.equals(state)) {
			redirect(exchange, "/page/1");
			return;
		}
		Fault fault = faults.get(username);
		if (fault == null) {
			page(exchange, issuer.success(username, requestId), state);
			return;
		}
		switch (fault) {
			case WRONG_USER -> page(exchange, issuer.success(people.username(0), requestId), state);
			case BAD_SIGNATURE -> page(exchange, spoilt(issuer.success(username, requestId)), state);
			case REPLAYED_REQUEST -> page(exchange, issuer.success(username, firstRequest), state);
			case NO_SUCCESS -> page(exchange, issuer.refusal(requestId), state);
			case LOST_STATE -> page(exchange, issuer.success(username, requestId), "other");
			case ERROR_PAGE -> send(exchange, 200, "Something went wrong.");
			case UNAVAILABLE -> {
				exchange.getResponseHeaders().add("Retry-After", "1");
				send(exchange, 503, "");
			}
			case HANGING -> exchange.getRequestBody();
		}
	}

	private static void page(HttpExchange exchange, String samlResponse, @Nullable String state) throws IOException {
		send(exchange, 200,
				"""
						<form method="post" action="%s"><input type="hidden" name="SAMLResponse" value="%s">
						<input type="hidden" name="RelayState" value="%s"></form>""".formatted(
						VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE, samlResponse.replace("+", "&#43;"),
						Optional.ofNullable(state).orElse("")));
	}

	/**
	 * Returns the response with another ID under the same signature, which is then wrong.
	 */
	static String spoilt(String samlResponse) {
		String xml = new String(Base64.getDecoder().decode(samlResponse), StandardCharsets.UTF_8);
		String other = xml.replaceFirst("(<[a-z0-9]*:?Response[^>]* ID=\"_)(.)",
				xml.contains("ID=\"_0") ? "$11" : "$10");
		return Base64.getEncoder().encodeToString(other.getBytes(StandardCharsets.UTF_8));
	}

	private static @Nullable String requestId(Map<String, String> query) {
		String request = query.get("SAMLRequest");
		if (request == null) {
			return query.get("id");
		}
		try (InflaterInputStream in = new InflaterInputStream(
				new ByteArrayInputStream(Base64.getDecoder().decode(request)), new Inflater(true))) {
			Matcher id = ID.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
			return id.find() ? id.group(1) : null;
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String cookie(HttpExchange exchange, String name) {
		List<String> headers = exchange.getRequestHeaders().getOrDefault("Cookie", List.of());
		Matcher cookies = COOKIE.matcher(String.join(";", headers));
		while (cookies.find()) {
			if (cookies.group(1).equals(name)) {
				return cookies.group(2);
			}
		}
		return "";
	}

	private static Map<String, String> fields(String encoded) {
		Map<String, String> fields = new HashMap<>();
		for (String pair : encoded.split("&")) {
			String[] parts = pair.split("=", 2);
			fields.put(parts[0], parts.length > 1 ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8) : "");
		}
		return fields;
	}

	private static void send(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

}
