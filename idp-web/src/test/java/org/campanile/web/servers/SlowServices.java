package org.campanile.web.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderLogout;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

/**
 * Services on loopback that take part in single logout, each in its own manner. Their
 * hosts end in {@code .localhost}, which browsers count as other sites.
 */
final class SlowServices implements AutoCloseable {

	/** How a service reacts to a logout request. */
	enum Manner {

		/** Answers by HTTP-Redirect. */
		PROMPT("Prompt Library"),
		/** Supports HTTP-POST only, and answers by HTTP-Redirect. */
		POSTED("Posted Wiki"),
		/** Never answers. */
		HANGING("Hanging Archive"),
		/** Answers with an error page. */
		FAILING("Failing Forum"),
		/** Answers that it denies the request. */
		REFUSING("Refusing Registry"),
		/** Shows a page that may not be framed. */
		UNFRAMED("Unframed Mail");

		private final String title;

		Manner(String title) {
			this.title = title;
		}

		String title() {
			return title;
		}

		String host() {
			return name().toLowerCase(Locale.ROOT) + ".localhost";
		}

	}

	private static final RedirectDecoder REDIRECT = new RedirectDecoder(BindingLimits.DEFAULTS);

	private static final PostDecoder POST = new PostDecoder(BindingLimits.DEFAULTS);

	private final HttpServer server;

	private final CountDownLatch closing = new CountDownLatch(1);

	private final Map<Manner, ServiceProvider> providers = new EnumMap<>(Manner.class);

	private final AtomicReference<TrustedIdentityProvider> trusted = new AtomicReference<>();

	SlowServices(Path metadata) {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
			server.createContext("/", this::handle);
			ServiceProviderKeys keys = ServiceProviderKeys.generate("slow", InstantSource.system(), new SecureRandom());
			for (Manner manner : Manner.values()) {
				String slo = url(manner, "/slo");
				String binding = manner == Manner.POSTED ? Saml.BINDING_POST : Saml.BINDING_REDIRECT;
				ServiceProvider provider = new ServiceProvider(
						ServiceProviderSettings
							.of("https://" + manner.host() + "/sp", url(manner, "/acs"), Map.of("en", manner.title()))
							.withSingleLogoutServices(List.of(new SingleLogoutService(binding, slo, slo))),
						keys, InstantSource.system(), new SecureRandom());
				providers.put(manner, provider);
				java.nio.file.Files.write(metadata.resolve(manner.host() + ".xml"), provider.metadata());
			}
			server.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void trust(byte[] metadata) {
		trusted.set(TrustedIdentityProvider.of(metadata));
	}

	String url(Manner manner, String path) {
		return "http://" + manner.host() + ":" + server.getAddress().getPort() + path;
	}

	/** Returns the URL to which this service sends users who want to sign in. */
	String signIn(Manner manner) {
		return provider(manner).redirect(trusted.get().redirectSsoUrl().orElseThrow(), AuthnRequestOptions.PLAIN).url();
	}

	private ServiceProvider provider(Manner manner) {
		ServiceProvider provider = providers.get(manner);
		if (provider == null) {
			throw new IllegalStateException(manner.host());
		}
		return provider;
	}

	private void handle(HttpExchange exchange) throws IOException {
		try (exchange) {
			Manner manner = Manner.valueOf(String.valueOf(exchange.getRequestHeaders().getFirst("Host")).split("\\.")[0]
				.toUpperCase(Locale.ROOT));
			if (exchange.getRequestURI().getPath().equals("/slo")) {
				slo(manner, exchange);
			}
			else {
				page(exchange, 200, "here");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void slo(Manner manner, HttpExchange exchange) throws IOException, InterruptedException {
		switch (manner) {
			case HANGING -> closing.await();
			case FAILING -> page(exchange, 500, "broken");
			case UNFRAMED -> {
				exchange.getResponseHeaders().set("X-Frame-Options", "DENY");
				page(exchange, 200, "not in a frame");
			}
			case REFUSING -> answer(manner, exchange, StatusCode.REQUEST_DENIED);
			case PROMPT, POSTED -> answer(manner, exchange, StatusCode.SUCCESS);
		}
	}

	private void answer(Manner manner, HttpExchange exchange, StatusCode status) throws IOException {
		try {
			byte[] body = exchange.getRequestBody().readAllBytes();
			URI url = exchange.getRequestURI();
			InboundMessage message = body.length == 0 ? REDIRECT.decodeEither(url.getRawQuery())
					: POST.decodeEither(form(body));
			ServiceProviderLogout logout = provider(manner).logout();
			DecodedLogoutRequest request = logout.decodeRequest(message, trusted.get(), url(manner, "/slo"));
			exchange.getResponseHeaders()
				.set("Location", logout.redirectAnswer(trusted.get().sloUrl(Saml.BINDING_REDIRECT).orElseThrow(),
						request, status));
			exchange.sendResponseHeaders(302, -1);
		}
		catch (SamlFault | ResponseRejectedException ex) {
			page(exchange, 400, String.valueOf(ex.getMessage()));
		}
	}

	private static Map<String, List<String>> form(byte[] body) {
		Map<String, List<String>> fields = new java.util.LinkedHashMap<>();
		for (String field : new String(body, StandardCharsets.UTF_8).split("&")) {
			int equals = field.indexOf('=');
			fields.put(field.substring(0, equals),
					List.of(java.net.URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8)));
		}
		return fields;
	}

	private static void page(HttpExchange exchange, int status, String text) throws IOException {
		byte[] body = ("<!DOCTYPE html><html lang=en><title>" + text + "</title><p>" + text)
			.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", "text/html;charset=UTF-8");
		exchange.sendResponseHeaders(status, body.length);
		exchange.getResponseBody().write(body);
	}

	@Override
	public void close() {
		closing.countDown();
		server.stop(0);
	}

}
