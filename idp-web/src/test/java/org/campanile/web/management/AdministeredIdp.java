package org.campanile.web.management;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.json.JsonParserFactory;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.nameid.NameId;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionStore;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.identifier.RecordingPersistentIdStore;
import org.campanile.testkit.onetime.InterceptedOneTimeStore;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.web.testkit.TestIdp;

/**
 * A server with stored identifiers and two services, and a client of its management port.
 */
final class AdministeredIdp implements AutoCloseable {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static final AuthnRequestOptions PERSISTENT = AuthnRequestOptions.PLAIN.withNameIdFormat(NameId.PERSISTENT);

	final RecordingPersistentIdStore identifiers = new RecordingPersistentIdStore();

	/** The ended sessions whose services were to be informed. */
	final List<SsoSession> told = new CopyOnWriteArrayList<>();

	final ForeignService wiki;

	final ForeignService mail;

	final TestIdp idp;

	/** Whether the one-time store fails. */
	volatile boolean oneTimesDown;

	private volatile @Nullable CountingSessionStore sessions;

	AdministeredIdp(String... settings) {
		Path home = TestIdp.newHome();
		wiki = service(home, "wiki.example.org");
		mail = service(home, "mail.example.org");
		idp = TestIdp.start(home, context -> {
			context.registerBean("recordingPersistentIdStore", PersistentIdStore.class, () -> identifiers,
					definition -> definition.setPrimary(true));
			context.registerBean("recordingListener", EndedSessionListener.class, () -> this::tell,
					definition -> definition.setPrimary(true));
			context.registerBean(Recorder.class, () -> new Recorder());
			context.registerBean(ManagementErrorTests.FaultyEndpoint.class);
		}, settings);
	}

	private static ForeignService service(Path home, String host) {
		return ForeignService
			.at(host, InstantSource.system(), service -> service.withAuthnRequestsSigned(false).withoutEncryptionKey())
			.registered(home);
	}

	/**
	 * Records the sessions, and returns the services that could not be informed: only
	 * mail.
	 */
	private Set<String> tell(List<SsoSession> sessions) {
		told.addAll(sessions);
		return sessions.stream()
			.flatMap(session -> session.services().stream())
			.map(ServiceSignOn::service)
			.filter(mail.entityId()::equals)
			.collect(Collectors.toSet());
	}

	private final class Recorder implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			if (bean instanceof SessionStore store) {
				CountingSessionStore counting = new CountingSessionStore(store);
				sessions = counting;
				return counting;
			}
			if (bean instanceof OneTimeStore store) {
				return new InterceptedOneTimeStore(store, operation -> {
					if (oneTimesDown) {
						throw new StoreUnavailableException("switched off");
					}
				});
			}
			return bean;
		}

	}

	CountingSessionStore sessions() {
		return Objects.requireNonNull(sessions);
	}

	/** Signs a user in or on to a service, with a persistent identifier. */
	DecodedAssertion signOn(Browser browser, ForeignService service, String person) {
		RedirectRequest request = service.redirect(idp, PERSISTENT);
		Page page = browser.open(request.url());
		Page answer = page.formWith("j_username").isPresent() ? browser.login(page, person, person + "-demo") : page;
		return service.read(idp, answer, request.id()).success();
	}

	/** Returns whether the browser still has a session. */
	boolean knows(Browser browser) {
		return browser.open(wiki.redirect(idp, PERSISTENT).url()).formWith("j_username").isEmpty();
	}

	/** A response of the management port. */
	record Answer(int status, HttpHeaders headers, String body) {

		/**
		 * Returns the value at a path of names in objects and indexes in lists, or null
		 * if there is none.
		 */
		@Nullable Object at(Object... place) {
			@Nullable Object here = JsonParserFactory.getJsonParser().parseMap(body);
			for (Object step : place) {
				here = step instanceof Integer index ? ((List<?>) Objects.requireNonNull(here)).get(index)
						: ((Map<?, ?>) Objects.requireNonNull(here)).get(step);
			}
			return here;
		}

		long number(Object... place) {
			return ((Number) Objects.requireNonNull(at(place))).longValue();
		}

		String text(Object... place) {
			return (String) Objects.requireNonNull(at(place));
		}

		int size(Object... place) {
			return ((List<?>) Objects.requireNonNull(at(place))).size();
		}

	}

	Answer get(String path, String... parameters) {
		return send("GET", path, parameters);
	}

	Answer delete(String path, String... parameters) {
		return send("DELETE", path, parameters);
	}

	/** Sends a request with the token. */
	Answer send(String method, String path, String... parameters) {
		return send(request(path + query(parameters)).method(method, BodyPublishers.noBody()).build());
	}

	/** Prepares a request to the management port, with the token. */
	HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(idp.managementUrl() + path))
			.header("Authorization", "Bearer " + idp.managementToken());
	}

	static Answer send(HttpRequest request) {
		try {
			HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
			return new Answer(response.statusCode(), response.headers(), response.body());
		}
		catch (IOException ex) {
			throw new java.io.UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Encodes a query as {@code --data-urlencode} of curl does. */
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

	@Override
	public void close() {
		idp.close();
	}

}
