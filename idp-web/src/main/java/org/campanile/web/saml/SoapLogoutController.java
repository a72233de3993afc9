package org.campanile.web.saml;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.logout.LogoutStatus;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.saml.logout.LogoutMessages;
import org.campanile.saml.logout.LogoutRequest;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.web.fault.Problems;
import org.campanile.web.logout.LogoutEntry;

/**
 * The back-channel endpoint of single logout (SAML Bindings 3.2). A request that cannot
 * be answered with a LogoutResponse is answered with a SOAP fault. SOAP 1.1 requires the
 * HTTP status 500 for every fault; here, faults of the client have a status of 4xx, so
 * that they do not trigger alarms.
 */
@Controller
class SoapLogoutController {

	private static final String TYPE = "text/xml;charset=UTF-8";

	private static final MediaType SOAP_12 = MediaType.valueOf("application/soap+xml");

	private final SoapDecoder decoder;

	private final LogoutRequestProcessor requests;

	private final LogoutMessages messages;

	private final LogoutEntry entry;

	private final Problems problems;

	private final IdentityProvider identityProvider;

	SoapLogoutController(SoapDecoder decoder, LogoutRequestProcessor requests, LogoutMessages messages,
			LogoutEntry entry, Problems problems, IdentityProvider identityProvider) {
		this.decoder = decoder;
		this.requests = requests;
		this.messages = messages;
		this.entry = entry;
		this.problems = problems;
		this.identityProvider = identityProvider;
	}

	@PostMapping(SamlEndpoints.SOAP_SLO)
	void soap(HttpServletRequest request, HttpServletResponse response) throws IOException {
		try {
			LogoutRequest logout = requests.process(decoder.decodeRequest(body(request)));
			LogoutStatus status = entry.requestedDirectly(logout.requested(identityProvider.id()), request);
			write(HttpServletResponse.SC_OK, messages.soapAnswer(logout, status), response);
		}
		catch (SamlFault fault) {
			problems.audit(new Problems.Incident(fault.code(), String.valueOf(fault.getMessage()),
					fault.service().orElse(null)), request);
			switch (fault.code()) {
				case REPLAY_CHECK_UNAVAILABLE -> write(HttpServletResponse.SC_SERVICE_UNAVAILABLE,
						LogoutMessages.soapFault(true, "Try again later."), response);
				case MESSAGE_TOO_LARGE -> write(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
						LogoutMessages.soapFault(false, "The message is too large."), response);
				default -> write(HttpServletResponse.SC_BAD_REQUEST,
						LogoutMessages.soapFault(false, "The message is refused: " + fault.code()), response);
			}
		}
	}

	private byte[] body(HttpServletRequest request) throws SamlFault, IOException {
		// The binding requires text/xml; some services send SOAP 1.1 with the media type
		// of 1.2.
		if (!PostedForm.isOf(request.getContentType(), MediaType.TEXT_XML, SOAP_12)) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE,
					"not a SOAP message, its Content-Type is " + request.getContentType());
		}
		return request.getInputStream().readNBytes(decoder.maxBytes() + 1);
	}

	private static void write(int status, byte[] body, HttpServletResponse response) throws IOException {
		response.setStatus(status);
		response.setContentType(TYPE);
		response.setContentLength(body.length);
		response.setHeader("Cache-Control", "no-store");
		response.getOutputStream().write(body);
	}

}
