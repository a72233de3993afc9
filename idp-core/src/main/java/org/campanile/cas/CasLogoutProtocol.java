package org.campanile.cas;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.http.OutgoingHttp;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.SsoSession;
import org.campanile.xml.CanonicalXmlWriter;
import org.campanile.xml.DeflateEncoding;
import org.campanile.xml.XmlNamespace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies services that a session has ended (CAS Protocol 3.0.3, 2.3.3), one request for
 * each ticket: by a POST with the form field {@code logoutRequest}, or by the browser
 * with parameters of the query, as CAS clients understand it. Thread-safe.
 */
public final class CasLogoutProtocol implements LogoutProtocol {

	/** The service URL that a logout goes back to, in the request's own entries. */
	public static final String RETURN_URL = "url";

	private static final Logger logger = LoggerFactory.getLogger(CasLogoutProtocol.class);

	private static final XmlNamespace SAML = new XmlNamespace("saml", "urn:oasis:names:tc:SAML:2.0:assertion");

	private static final XmlNamespace SAMLP = new XmlNamespace("samlp", "urn:oasis:names:tc:SAML:2.0:protocol");

	private static final int MAX_ANSWER = 65_536;

	private static final int ID_LENGTH = 32;

	private final CasServices services;

	private final CasTickets tickets;

	private final OutgoingHttp http;

	private final Duration timeout;

	private final InstantSource clock;

	/**
	 * @param timeout for a request to a service, from opening the connection to the end
	 * of the answer
	 */
	public CasLogoutProtocol(CasServices services, CasTickets tickets, OutgoingHttp http, Duration timeout,
			InstantSource clock) {
		this.services = services;
		this.tickets = tickets;
		this.http = http;
		this.timeout = timeout;
		this.clock = clock;
	}

	@Override
	public ProtocolId id() {
		return CasService.PROTOCOL;
	}

	/** Returns the ticket, by which the service names its own session. */
	@Override
	public String sessionName(SsoSession session, String service, Handle handle) {
		return handle.value();
	}

	@Override
	public Reach reach(ServiceSession session) {
		return services.find(session.service())
			.filter(CasService::enabled)
			.map(service -> new Reach(service.logout().channel() == Channel.BACK,
					service.logout().channel() == Channel.FRONT
							? new FrontChannel(List.of(url(service, session)), false) : null))
			.orElse(Reach.NONE);
	}

	private static String url(CasService service, ServiceSession session) {
		String configured = service.logout().url();
		return configured != null ? configured
				: session.handle().qualifiers().getOrDefault(CasSignOnProtocol.URL, session.service());
	}

	@Override
	public ServiceLogoutState ask(ServiceSession session) {
		Optional<CasService> service = services.find(session.service())
			.filter(found -> found.enabled() && found.logout().channel() == Channel.BACK);
		if (service.isEmpty()) {
			return ServiceLogoutState.CANNOT_BE_ASKED;
		}
		String url = url(service.get(), session);
		byte[] form = ("logoutRequest="
				+ URLEncoder.encode(new String(message(session), StandardCharsets.UTF_8), StandardCharsets.UTF_8))
			.getBytes(StandardCharsets.US_ASCII);
		try {
			int status = http
				.send(OutgoingHttp.Request.post(url, Map.of("Content-Type", "application/x-www-form-urlencoded"), form,
						service.get().logout().url() != null || service.get().urls().namesHost()), timeout, MAX_ANSWER)
				.status();
			// Many services answer as to any other request, with a page or a redirect.
			if (status < 400) {
				return ServiceLogoutState.ENDED;
			}
			logger.info("{} refused a logout request at {}: HTTP status {}", session.service(), url, status);
			return ServiceLogoutState.REFUSED;
		}
		catch (IOException ex) {
			logger.warn("{} did not answer a logout request at {}: {}", session.service(), url, ex.getMessage());
			return ServiceLogoutState.NO_ANSWER;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return ServiceLogoutState.NO_ANSWER;
		}
	}

	/**
	 * Sends the message, of which the specification describes only the POST, in the zlib
	 * format: in {@code logoutRequest}, which pac4j and the Java CAS client since version
	 * 3.5 read, and in {@code SAMLRequest}, which the Java CAS client read before. All
	 * but the Java CAS client since 3.5 come back to {@code /logout} with the
	 * {@code RelayState}.
	 */
	@Override
	public Optional<BrowserRequest> askByBrowser(ServiceSession session) {
		Optional<CasService> service = services.find(session.service())
			.filter(found -> found.enabled() && found.logout().channel() == Channel.FRONT);
		return service.map(found -> {
			String id = tickets.generate("", ID_LENGTH);
			String url = url(found, session);
			String message = URLEncoder.encode(DeflateEncoding.encodeZlib(message(session)), StandardCharsets.UTF_8);
			String query = "logoutRequest=" + message + "&SAMLRequest=" + message + "&RelayState="
					+ RelayState.of(id, session.service());
			return new BrowserRequest(id, new Answer.Redirect(url + (url.contains("?") ? '&' : '?') + query));
		});
	}

	/**
	 * The data that the browser brings back from a client after a front-channel logout.
	 *
	 * @param id the id of the request
	 * @param service the id of the service that was asked
	 */
	public record RelayState(String id, String service) {

		private static String of(String id, String service) {
			return id + '.'
					+ Base64.getUrlEncoder().withoutPadding().encodeToString(service.getBytes(StandardCharsets.UTF_8));
		}

		/** Reads the data sent by a browser; empty if it is of another form. */
		public static Optional<RelayState> read(@Nullable String text) {
			int dot = text == null ? -1 : text.indexOf('.');
			if (text == null || dot != ID_LENGTH) {
				return Optional.empty();
			}
			try {
				return Optional.of(new RelayState(text.substring(0, dot),
						new String(Base64.getUrlDecoder().decode(text.substring(dot + 1)), StandardCharsets.UTF_8)));
			}
			catch (IllegalArgumentException ex) {
				return Optional.empty();
			}
		}

	}

	@Override
	public Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status) {
		return services.find(service)
			.filter(CasService::enabled)
			.flatMap(found -> ServiceUrl.of(own.getOrDefault(RETURN_URL, "")).filter(found.urls()::matches))
			.map(url -> new Answer.Redirect(url.address()));
	}

	/** The message is neither signed nor encrypted; the ticket in it is the secret. */
	private byte[] message(ServiceSession session) {
		return new CanonicalXmlWriter().open(SAMLP, "LogoutRequest")
			.attribute("ID", tickets.generate("LR-", ID_LENGTH))
			.attribute("IssueInstant", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString())
			.attribute("Version", "2.0")
			.textElement(SAML, "NameID", "@NOT_USED@")
			.textElement(SAMLP, "SessionIndex", session.handle().value())
			.close()
			.toByteArray();
	}

}
