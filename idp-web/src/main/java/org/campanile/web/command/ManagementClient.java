package org.campanile.web.command;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.HomeFolder;
import org.campanile.web.command.ManagementException.Kind;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.ConfigurationReport.ManagementPort;
import org.campanile.web.management.ManagementProperties;
import org.campanile.web.management.ManagementTokenFile;

/**
 * Client of the management port of the server that a home folder configures. Every
 * failure is a {@link ManagementException} with a message of one line.
 */
final class ManagementClient implements AutoCloseable {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

	/**
	 * The timeout, as notifying services of a logout and reading the directory take time.
	 */
	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	private static final long MAX_ANSWER = 16L << 20;

	/**
	 * Matches the settings that locate the management port and its token, as a key or an
	 * environment variable. Of TLS it matters only whether it is enabled.
	 */
	private static final Pattern OURS = Pattern
		.compile("(?i)management[._](server(?!\\.ssl\\.(?!enabled))|endpoints[._]web[._]base-?path)\\b|management_"
				+ "|campanile[._]management");

	private final URI base;

	private final String token;

	private final Duration timeout;

	private final HttpClient client;

	ManagementClient(URI base, String token, Duration timeout) {
		this.base = base;
		this.token = token;
		this.timeout = timeout;
		HttpClient.Builder builder = HttpClient.newBuilder()
			.proxy(HttpClient.Builder.NO_PROXY)
			.connectTimeout(CONNECT_TIMEOUT);
		if ("https".equals(base.getScheme()) && isThisMachine(base)) {
			builder.sslContext(anyCertificate());
		}
		this.client = builder.build();
	}

	/**
	 * Creates a client. Faults in the settings that locate the management port are fatal.
	 * Others are only warnings: the server may run with an earlier version of the file,
	 * or may be a demo, whose settings are elsewhere.
	 * @param home the folder that the server was started with
	 * @param warnings receives the other faults of the configuration
	 * @throws FaultyConfigurationException with the fatal faults
	 */
	static ManagementClient ofHome(Path home, Consumer<String> warnings) {
		Path folder = home.toAbsolutePath().normalize();
		Path credentials = new HomeFolder(folder).credentials();
		// The home of a demo may have no application.yaml.
		if (Files.exists(folder.resolve("application.yaml"))
				|| Files.notExists(credentials.resolve(ManagementTokenFile.NAME))) {
			StartFailure.ofHome(folder).ifPresent(line -> {
				throw new ManagementException(Kind.CONFIGURATION, line);
			});
		}
		// The exception reports the failure; the log would only repeat it.
		ConfigurationReport configuration = new Server(folder, "").read();
		Map<Boolean, List<String>> faults = configuration.faults()
			.stream()
			.collect(Collectors.partitioningBy(fault -> OURS.matcher(fault).lookingAt()));
		List<String> ours = faults.getOrDefault(true, List.of());
		if (!ours.isEmpty()) {
			throw new FaultyConfigurationException(ours);
		}
		faults.getOrDefault(false, List.of()).forEach(fault -> warnings.accept("warning: " + fault));
		ManagementPort port = configuration.management();
		String token = configuration.group(ManagementProperties.class).token();
		return new ManagementClient(address(port), token != null ? token : token(credentials), TIMEOUT);
	}

	private static URI address(ManagementPort port) {
		if (port.port() < 1) {
			throw new ManagementException(Kind.CONFIGURATION,
					port.port() < 0 ? "management.server.port: is -1, so the server cannot be reached; set a port"
							: "management.server.port: is 0, so the port changes with each start; set a fixed one");
		}
		String host = switch (port.address()) {
			case "", "0.0.0.0" -> "127.0.0.1";
			case "::", "0:0:0:0:0:0:0:0" -> "::1";
			default -> port.address();
		};
		return URI.create((port.tls() ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":"
				+ port.port() + port.path());
	}

	private static String token(Path credentials) {
		Path file = credentials.resolve(ManagementTokenFile.NAME);
		try {
			return new ManagementTokenFile(credentials, new SecureRandom()).read();
		}
		catch (IllegalArgumentException ex) {
			throw new ManagementException(Kind.CONFIGURATION, String.valueOf(ex.getMessage()));
		}
		catch (NoSuchFileException ex) {
			throw new ManagementException(Kind.CONFIGURATION,
					file + " is missing; the server creates it at its first start, so start it with this home folder");
		}
		catch (IOException ex) {
			throw new ManagementException(Kind.TOKEN, file + " cannot be read by user "
					+ System.getProperty("user.name") + "; run this command as the user that runs the server");
		}
	}

	/**
	 * Sends a {@code GET} and returns the JSON response.
	 * @param path relative to the base path of the endpoints, such as {@code sessions}
	 * @param query parameter names and values, alternating
	 */
	String get(String path, String... query) {
		return send("GET", path, query);
	}

	/** Requests like {@link #get}, with {@code DELETE}. */
	String delete(String path, String... query) {
		return send("DELETE", path, query);
	}

	/** Sends a {@code POST} with a JSON object of these names and values, alternating. */
	String post(String path, String... content) {
		Map<String, String> body = new LinkedHashMap<>();
		for (int i = 0; i < content.length; i += 2) {
			body.put(content[i], content[i + 1]);
		}
		return post(path, body);
	}

	/** Sends a {@code POST} with a JSON object. */
	String post(String path, Map<String, String> content) {
		return send(HttpRequest.newBuilder(URI.create(base + "/" + path))
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(content), StandardCharsets.UTF_8)));
	}

	private String send(String method, String path, String... query) {
		return send(HttpRequest.newBuilder(URI.create(base + "/" + path + query(query)))
			.method(method, BodyPublishers.noBody()));
	}

	private String send(HttpRequest.Builder built) {
		HttpRequest request = built.timeout(timeout)
			.header("Authorization", "Bearer " + token)
			.header("Accept", "application/json")
			.build();
		try {
			HttpResponse<String> response = client.send(request,
					BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_ANSWER));
			return read(response);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ManagementException(Kind.OTHER, "interrupted before " + base.getAuthority() + " answered");
		}
		catch (IOException ex) {
			throw failed(ex);
		}
	}

	private ManagementException failed(IOException failure) {
		String at = base.getAuthority();
		return switch (failure) {
			case ConnectException refused -> nothingAnswers(at);
			case HttpConnectTimeoutException late -> nothingAnswers(at);
			case HttpTimeoutException late -> new ManagementException(Kind.NOT_RUNNING, at + " gave no answer within "
					+ timeout.toSeconds() + " s; check the server's log, and whether it is overloaded");
			case SSLException tls -> new ManagementException(Kind.OTHER, at + " cannot be reached with TLS ("
					+ tls.getMessage() + "); check management.server.ssl, or run this command on the server's machine");
			default -> new ManagementException(Kind.OTHER, at + " closed the connection (" + failure.getMessage()
					+ "); is that the server's management port, and http or https as management.server.ssl says?");
		};
	}

	private static ManagementException nothingAnswers(String at) {
		return new ManagementException(Kind.NOT_RUNNING, "nothing answers at " + at
				+ "; start the server, or give the home folder it was started with (--home)");
	}

	private String read(HttpResponse<String> response) {
		String body = response.body();
		int status = response.statusCode();
		boolean json = response.headers().firstValue("Content-Type").orElse("").contains("json");
		if (status < 300 && json) {
			return body;
		}
		String at = base.getAuthority();
		Optional<String> error = json ? error(body) : Optional.empty();
		throw switch (status) {
			case 401 -> new ManagementException(Kind.TOKEN,
					at + " rejects the token of this home folder; the server runs with another one, or credentials/"
							+ ManagementTokenFile.NAME
							+ " (campanile.management.token) was changed after its start: restart it",
					body);
			case 403 -> new ManagementException(Kind.FORBIDDEN,
					at + " refuses this (" + error.orElse("status 403") + "); see the server's log", body);
			case 404 -> new ManagementException(Kind.NOT_FOUND, error.orElse(at + " has no such endpoint; it is of "
					+ "another version, or management.endpoints.web.exposure.include leaves it out"), body);
			case 400 -> new ManagementException(Kind.BAD_REQUEST, error.orElse(
					at + " does not understand this request; server and command should be of the same " + "version"),
					body);
			case 503 -> new ManagementException(Kind.UNAVAILABLE,
					error.orElse(at + " cannot do this now; try again, and see the server's log"), body);
			default -> new ManagementException(Kind.OTHER, error.orElse(at + " answered with status " + status
					+ (json ? "; see the server's log" : " and no JSON; is that the server's management port?")), body);
		};
	}

	private static Optional<String> error(String body) {
		try {
			return Optional.ofNullable(JsonParserFactory.getJsonParser().parseMap(body).get("error"))
				.map(String::valueOf);
		}
		catch (JsonParseException ex) {
			return Optional.empty();
		}
	}

	private static String query(String... parameters) {
		StringBuilder query = new StringBuilder();
		for (int i = 0; i < parameters.length; i += 2) {
			query.append(i == 0 ? '?' : '&')
				.append(parameters[i])
				.append('=')
				.append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
		}
		return query.toString();
	}

	private static boolean isThisMachine(URI base) {
		try {
			InetAddress address = InetAddress.getByName(base.getHost());
			return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Returns a context that accepts any certificate. On loopback this is as safe as
	 * plain http, and the certificate is issued for another name than the loopback
	 * address.
	 */
	private static SSLContext anyCertificate() {
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, new TrustManager[] { new AnyCertificate() }, null);
			return context;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The server's address, without the token. */
	@Override
	public String toString() {
		return base.toString();
	}

	@Override
	public void close() {
		client.shutdownNow();
	}

}
