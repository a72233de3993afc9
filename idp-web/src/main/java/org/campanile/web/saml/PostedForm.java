package org.campanile.web.saml;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * The fields of a posted form, read from its body alone. The container's parameters hold
 * those of the address as well, and a SAML message in an address persists in logs and
 * histories.
 */
public final class PostedForm {

	private PostedForm() {
	}

	/**
	 * Reads the body, whose length has been limited before. The container's parameters
	 * must not have been read before.
	 * @throws SamlFault local, {@link FaultCode#MESSAGE_UNDECODABLE}, for what is no form
	 */
	public static Map<String, List<String>> read(HttpServletRequest request) throws SamlFault, IOException {
		if (!isForm(request.getContentType())) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE,
					"the body is no form, its Content-Type is " + request.getContentType());
		}
		byte[] body = request.getInputStream().readAllBytes();
		Map<String, List<String>> fields = new LinkedHashMap<>();
		for (String field : new String(body, StandardCharsets.UTF_8).split("&")) {
			int equals = field.indexOf('=');
			String name = decode(equals < 0 ? field : field.substring(0, equals));
			String value = equals < 0 ? "" : decode(field.substring(equals + 1));
			fields.computeIfAbsent(name, key -> new ArrayList<>(1)).add(value);
		}
		return fields;
	}

	private static boolean isForm(@Nullable String contentType) {
		try {
			return contentType != null && MediaType.APPLICATION_FORM_URLENCODED
				.equalsTypeAndSubtype(MediaType.parseMediaType(contentType));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

	private static String decode(String text) throws SamlFault {
		try {
			return URLDecoder.decode(text, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, "the form's percent-encoding is broken", ex);
		}
	}

}
