package org.campanile.cas;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.campanile.protocol.Answer;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnRequest;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a CAS request that shape its answer (CAS Protocol 3.0.3, 2.1.1).
 *
 * @param method how the ticket is brought to the service
 * @param saml whether the service expects the names of SAML 1.1, as it sent its address
 * as {@code TARGET}
 */
public record CasRequest(Method method, boolean saml) {

	private static final String METHOD = "method";

	private static final String SAML = "saml1";

	/** The way a ticket is delivered to the service. */
	public enum Method {

		/** The answer is a parameter of a redirect. */
		GET,
		/** The answer is a field of a form that submits itself. */
		POST,
		/** The answer is a header of the response, for clients other than browsers. */
		HEADER;

		/** The method of that name; empty if there is none. */
		public static Optional<Method> of(String name) {
			return Arrays.stream(values()).filter(method -> method.name().equalsIgnoreCase(name)).findFirst();
		}

	}

	static CasRequest of(SignOnRequest request) {
		return new CasRequest(Method.of(request.own().getOrDefault(METHOD, "")).orElse(Method.GET),
				Boolean.parseBoolean(request.own().get(SAML)));
	}

	/**
	 * The request of a service.
	 * @param url a URL of the service
	 * @param renew whether the user must authenticate again
	 * @param gateway whether nothing may be shown to the user; not together with
	 * {@code renew}
	 * @param context the requested authentication; null for any
	 */
	public SignOnRequest signOn(CasService service, ServiceUrl url, boolean renew, boolean gateway,
			@Nullable RequestedAuthnContext context, Instant now) {
		return new SignOnRequest(CasService.PROTOCOL, service.id(), url.address(), null,
				new AuthnDemand(renew, gateway && !renew, context), now, null,
				Map.of(METHOD, method.name(), SAML, Boolean.toString(saml)));
	}

	/**
	 * @param url the URL to which the answer goes
	 * @param ticket null for none
	 */
	Answer answer(String url, @Nullable String ticket) {
		String name = saml ? "SAMLart" : "ticket";
		return switch (method) {
			case GET ->
				new Answer.Redirect(ticket == null ? url : url + (url.contains("?") ? '&' : '?') + name + '=' + ticket);
			case POST -> new Answer.Post(url, ticket == null ? Map.of() : Map.of(name, ticket));
			case HEADER -> {
				Map<String, String> headers = new LinkedHashMap<>();
				headers.put("service", url);
				if (ticket != null) {
					headers.put(name, ticket);
				}
				yield new Answer.Headers(url, headers);
			}
		};
	}

}
