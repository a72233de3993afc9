package org.campanile.saml.request;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.IdentityProvider;
import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;

/**
 * If present, Destination must be the URL of the endpoint that received the message. The
 * case of scheme and host and a default port make no difference (RFC 3986, 6.2.2.1 and
 * 6.2.3); everything else is compared character by character. A signed message must have
 * it, so that it cannot be forwarded (SAML Bindings 3.4.5.2, 3.5.5.2).
 */
public final class DestinationRule implements RequestRule<IdentifiedMessage> {

	/** Scheme, host, port, and the rest, which begins the path or the query. */
	private static final Pattern URL = Pattern.compile("(https?)://([a-z0-9._-]+)(?::([0-9]*))?((?:[/?].*)?)",
			Pattern.CASE_INSENSITIVE);

	private final UnaryOperator<String> endpoints;

	/**
	 * @param endpoints maps a binding's URI to this server's URL for it
	 */
	public DestinationRule(UnaryOperator<String> endpoints) {
		this.endpoints = endpoints;
	}

	/** The rule for the sign-on endpoints. */
	static DestinationRule ofSignOn(IdentityProvider self) {
		return new DestinationRule(binding -> binding.equals(Saml.BINDING_POST) ? self.url(SamlEndpoints.POST_SSO)
				: self.url(SamlEndpoints.REDIRECT_SSO));
	}

	@Override
	public void check(IdentifiedMessage message) throws SamlFault {
		String endpoint = endpoints.apply(message.binding());
		String destination = message.header().destination();
		if (destination == null && message.destinationRequired()) {
			throw message.refuse(FaultCode.DESTINATION_MISMATCH,
					"the message is signed, so it must have a Destination; expected " + endpoint);
		}
		if (destination != null && !same(destination, endpoint)) {
			throw message.refuse(FaultCode.DESTINATION_MISMATCH, "Destination is " + destination + ", expected "
					+ endpoint + "; does the service have current metadata of this server?");
		}
	}

	private static boolean same(String destination, String endpoint) {
		return destination.equals(endpoint) || normalized(destination).equals(normalized(endpoint));
	}

	private static String normalized(String url) {
		Matcher parts = URL.matcher(url);
		if (!parts.matches()) {
			return url;
		}
		String scheme = parts.group(1).toLowerCase(Locale.ROOT);
		String port = parts.group(3);
		boolean usual = port == null || port.isEmpty() || port.equals(scheme.equals("https") ? "443" : "80");
		return scheme + "://" + parts.group(2).toLowerCase(Locale.ROOT) + (usual ? "" : ":" + port) + parts.group(4);
	}

}
